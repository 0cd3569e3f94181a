import { PRODUCT_NAME } from '#shared/limits.ts'

interface OjaMarkProps {
  /** The label: a notice by Oja, or a person who works for Oja. */
  text?: string
}

/**
 * The mark of statements by Oja itself: a badge and its label. Only Oja's own code renders it; names and pictures of members cannot
 * imitate it (shared/impersonating-names.ts, server/features/uploads/brand-mark.ts). /safety explains it.
 */
export function OjaMark({ text = `From ${PRODUCT_NAME}` }: OjaMarkProps) {
  return (
    <span className="inline-flex items-center gap-1 align-middle text-xs font-semibold text-brand-ink">
      <svg viewBox="0 0 24 24" width="16" height="16" aria-hidden="true" className="shrink-0">
        <path
          fillRule="evenodd"
          fill="currentColor"
          d="M12 1l3 2.2 3.7-.1 1 3.6 3 2.1-1.2 3.5 1.2 3.5-3 2.1-1 3.6-3.7-.1L12 23.6l-3-2.2-3.7.1-1-3.6-3-2.1 1.2-3.5-1.2-3.5 3-2.1 1-3.6 3.7.1zM10.5 17.2l7.7-8.2-1.9-1.7-5.8 6.3-2.8-2.8-1.8 1.8z"
        />
      </svg>
      {text}
    </span>
  )
}
