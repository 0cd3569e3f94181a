import { useState } from 'react'
import { limits } from '#shared/limits.ts'

/** The description. On phones a long text is collapsed to five lines; without JavaScript it is shown in full. */
export function Description({ text }: { text: string }) {
  const [open, setOpen] = useState(false)
  const isLong = text.length > limits.descriptionCollapse
  const collapsed = isLong && !open
  return (
    <section aria-labelledby="description-title">
      <h2 id="description-title" className="text-lg font-bold">
        Description
      </h2>
      <p
        id="description-text"
        className={`mt-2 leading-relaxed whitespace-pre-line ${collapsed ? 'max-md:line-clamp-5 noscript:line-clamp-none' : ''}`}
      >
        {text || 'No description provided.'}
      </p>
      {isLong && (
        <button
          type="button"
          aria-expanded={open}
          aria-controls="description-text"
          onClick={() => setOpen(!open)}
          className="mt-1 min-h-11 font-semibold text-brand-ink md:hidden noscript:hidden"
        >
          {open ? 'Read less' : 'Read more'}
        </button>
      )}
    </section>
  )
}
