import { useId } from 'react'

interface PatternProps {
  /** Sets colour (the pattern draws in `currentColor`), opacity and place; usually `absolute inset-0`. */
  className?: string
}

/** A resist-dyed cloth in line: rings, seeds and combed squares in a repeat of 96 px. Decoration. */
export function AdirePattern({ className = 'absolute inset-0 size-full text-brand/10' }: PatternProps) {
  const id = useId()
  return (
    <svg aria-hidden="true" className={`pointer-events-none ${className}`}>
      <defs>
        <pattern id={id} width="96" height="96" patternUnits="userSpaceOnUse">
          <g fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round">
            <circle cx="24" cy="24" r="19" />
            <circle cx="24" cy="24" r="13" strokeDasharray="0.5 4.6" strokeWidth="2.5" />
            <circle cx="24" cy="24" r="7" />
            <path d="M54 8h36M54 16h36M54 24h36M54 32h36M54 40h36" strokeDasharray="9 5" />
            <path d="M8 54v36M16 54v36M24 54v36M32 54v36M40 54v36" strokeDasharray="9 5" />
            <path d="M72 52l20 20-20 20-20-20zM72 60l12 12-12 12-12-12z" />
            <path d="M48 2v4M48 46v4M48 90v4M2 48h4M46 48h4M90 48h4" strokeWidth="2.5" />
          </g>
          <g fill="currentColor">
            <circle cx="24" cy="24" r="2.5" />
            <path d="M72 67c3 3 3 7 0 10-3-3-3-7 0-10z" />
          </g>
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  )
}
