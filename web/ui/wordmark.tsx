/** Ọjà, drawn: a ring with its dot, a hook, a bowl with its grave. Decoration: what holds it carries the name. */
export function Wordmark({ className = 'h-8' }: { className?: string }) {
  return (
    <svg viewBox="0 -3 92 59" aria-hidden="true" className={`w-auto ${className}`}>
      <g className="stroke-brand-ink" fill="none" strokeWidth="7.5" strokeLinecap="round">
        <circle cx="20" cy="24" r="15.5" />
        <path d="M48 20v22c0 5-3 8-8.5 8" />
        <circle cx="70" cy="29" r="10.75" />
        <path d="M81 18.5v21" />
      </g>
      <circle cx="20" cy="51" r="4.6" className="fill-accent" />
      <circle cx="48" cy="8.5" r="4.6" className="fill-brand-ink" />
      <path d="M63 2l8.5 5.5" fill="none" strokeWidth="6.5" strokeLinecap="round" className="stroke-accent" />
    </svg>
  )
}
