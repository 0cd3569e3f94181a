import type { ReactNode } from 'react'

/** What an empty state can show; each in 120 × 96 user units, drawn over the cloth. */
const objects = {
  /** Nothing found. */
  lens: (
    <>
      <circle cx="54" cy="44" r="21" className="fill-surface" />
      <path d="M69 60l17 17" strokeWidth="8" />
      <path d="M43 40a12 12 0 0 1 9-8" className="stroke-accent" />
    </>
  ),
  /** Nothing for sale. */
  basket: (
    <>
      <path d="M30 46h60l-7 33a5 5 0 0 1-5 4H42a5 5 0 0 1-5-4z" className="fill-surface" />
      <path d="M42 46c0-14 8-25 18-25s18 11 18 25" />
      <path d="M34 58h52M37 70h46M50 46l3 37M70 46l-3 37" strokeWidth="2" />
      <circle cx="60" cy="36" r="6" className="fill-accent stroke-none" />
    </>
  ),
  /** A page that is not there. */
  signpost: (
    <>
      <path d="M60 18v66M46 84h28" />
      <path d="M60 24h26l9 8-9 8H60z" className="fill-surface" />
      <path d="M60 46H35l-8 7 8 7h25z" className="fill-surface" />
      <path d="M70 32h8" className="stroke-accent" />
      <path d="M42 53h8" className="stroke-accent" />
    </>
  ),
  /** Something went wrong on the way. */
  plug: (
    <>
      <path d="M14 60c12 0 14-14 26-14" />
      <rect x="40" y="36" width="18" height="20" rx="5" className="fill-surface" />
      <path d="M58 41h6M58 51h6" />
      <path d="M106 46c-8 0-8 0-14 0" />
      <rect x="74" y="34" width="18" height="24" rx="5" className="fill-surface" />
      <path d="M66 28l-3-7M70 66l2 8M62 66l-4 6" className="stroke-accent" />
    </>
  ),
  /** Signing in is needed. */
  key: (
    <>
      <circle cx="44" cy="48" r="17" className="fill-surface" />
      <path d="M61 48h36M84 48v12M95 48v9" />
      <circle cx="44" cy="48" r="5" className="fill-accent stroke-none" />
    </>
  ),
  /** A code is on its way. */
  letter: (
    <>
      <rect x="26" y="28" width="68" height="46" rx="7" className="fill-surface" />
      <path d="M28 33l26 21a9 9 0 0 0 12 0l26-21" />
      <circle cx="92" cy="30" r="8" className="fill-accent stroke-none" />
    </>
  ),
  /** Nothing saved yet. */
  heart: (
    <>
      <path
        d="M60 80C42 66 30 55 30 41a15 15 0 0 1 30-6 15 15 0 0 1 30 6c0 14-12 25-30 39z"
        className="fill-surface"
      />
      <path d="M39 41a7 7 0 0 1 7-8" className="stroke-accent" />
    </>
  ),
  /** No connection. */
  mast: (
    <>
      <path d="M60 46L46 82M60 46l14 36M51 68h18" />
      <circle cx="60" cy="42" r="5" className="fill-surface" />
      <path d="M45 53a18 18 0 0 1 0-24M75 29a18 18 0 0 1 0 24" strokeDasharray="5 8" />
      <path d="M34 62a32 32 0 0 1 0-42M86 20a32 32 0 0 1 0 42" strokeWidth="3" strokeDasharray="3 9" />
      <path d="M82 72l14 14M96 72l-14 14" className="stroke-accent" />
    </>
  ),
  /** Nobody has said anything yet. */
  bubble: (
    <>
      <path
        d="M30 26h60a7 7 0 0 1 7 7v28a7 7 0 0 1-7 7H58L44 81V68H30a7 7 0 0 1-7-7V33a7 7 0 0 1 7-7z"
        className="fill-surface"
      />
      <path d="M38 41h44M38 53h26" className="stroke-accent" />
    </>
  ),
} satisfies Record<string, ReactNode>

export type DrawingName = keyof typeof objects

/** A small picture in the manner of resist-dyed cloth. Decoration. */
export function Drawing({ name, className = 'w-44' }: { name: DrawingName; className?: string }) {
  return (
    <svg viewBox="0 0 120 96" aria-hidden="true" className={className}>
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
        {objects[name]}
      </g>
    </svg>
  )
}
