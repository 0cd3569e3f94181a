import { TriangleAlert } from 'lucide-react'

/** Advice on a field, in amber: it blocks nothing. Always rendered, so that screen readers announce changes. */
export function SoftWarnings({ warnings }: { warnings: string[] }) {
  return (
    <div aria-live="polite">
      {warnings.map((warning) => (
        <p
          key={warning}
          className="mt-2 flex items-start gap-2 rounded-control bg-accent-soft px-3 py-2 text-sm text-accent-ink"
        >
          <TriangleAlert size={16} className="mt-0.5 shrink-0" />
          <span className="sr-only">Tip: </span>
          {warning}
        </p>
      ))}
    </div>
  )
}
