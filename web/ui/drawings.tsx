import type { ReactNode } from 'react'

// Drawings of empty states, each in 120 × 96 user units on the cloth pattern. This module has those of visitors' first pages; the
// others are in more-drawings.tsx, since a module loads as a whole.

/** Nothing for sale. */
export const basket = (
  <>
    <path d="M30 46h60l-7 33a5 5 0 0 1-5 4H42a5 5 0 0 1-5-4z" className="fill-surface" />
    <path d="M42 46c0-14 8-25 18-25s18 11 18 25" />
    <path d="M34 58h52M37 70h46M50 46l3 37M70 46l-3 37" strokeWidth="2" />
    <circle cx="60" cy="36" r="6" className="fill-accent stroke-none" />
  </>
)

/** Page not found. */
export const signpost = (
  <>
    <path d="M60 18v66M46 84h28" />
    <path d="M60 24h26l9 8-9 8H60z" className="fill-surface" />
    <path d="M60 46H35l-8 7 8 7h25z" className="fill-surface" />
    <path d="M70 32h8" className="stroke-accent" />
    <path d="M42 53h8" className="stroke-accent" />
  </>
)

/** An error. */
export const plug = (
  <>
    <path d="M14 60c12 0 14-14 26-14" />
    <rect x="40" y="36" width="18" height="20" rx="5" className="fill-surface" />
    <path d="M58 41h6M58 51h6" />
    <path d="M106 46c-8 0-8 0-14 0" />
    <rect x="74" y="34" width="18" height="24" rx="5" className="fill-surface" />
    <path d="M66 28l-3-7M70 66l2 8M62 66l-4 6" className="stroke-accent" />
  </>
)

/** A small picture on resist-dyed cloth. Decoration. */
export function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 120 96" aria-hidden="true" className="w-44">
      <circle cx="60" cy="48" r="46" className="fill-brand-soft" />
      <g className="stroke-brand/30" fill="none" strokeWidth="2" strokeLinecap="round">
        <circle cx="60" cy="48" r="41" strokeDasharray="0.5 6" strokeWidth="3" />
        <circle cx="60" cy="48" r="35" strokeDasharray="10 6" strokeWidth="1.5" />
      </g>
      <g
        className="stroke-brand-ink"
        fill="none"
        strokeWidth="4"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        {children}
      </g>
    </svg>
  )
}
