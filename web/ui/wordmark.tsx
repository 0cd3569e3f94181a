/** Ọjà, drawn: a ring with its dot, a hook, a bowl with its grave. Decoration: the element around it has the accessible name. */
export function Wordmark({ className = 'h-8' }: { className?: string }) {
  return (
    <svg
      viewBox="0 -3 92 59"
      fill="none"
      strokeWidth="7.5"
      strokeLinecap="round"
      aria-hidden="true"
      className={`w-auto ${className}`}
    >
      <path
        d="M4.5 24a15.5 15.5 0 1 1 31 0 15.5 15.5 0 1 1-31 0M48 20v22c0 5-3 8-8.5 8M59.25 29a10.75 10.75 0 1 1 21.5 0 10.75 10.75 0 1 1-21.5 0M81 18.5v21"
        className="stroke-brand-ink"
      />
      <circle cx="48" cy="8.5" r="4.6" className="fill-brand-ink" />
      <circle cx="20" cy="51" r="4.6" className="fill-accent" />
      <path d="M63 2l8.5 5.5" strokeWidth="6.5" className="stroke-accent" />
    </svg>
  )
}
