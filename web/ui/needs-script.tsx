import type { ReactNode } from 'react'

interface NeedsScriptProps {
  /** Start of the sentence, such as 'Messages need'. */
  what: string
  children: ReactNode
}

/** Content that needs JavaScript; without it, and in browsers too old for it (entry-first.ts), a sentence is shown instead. */
export function NeedsScript({ what, children }: NeedsScriptProps) {
  return (
    <>
      <div className="contents noscript:hidden">{children}</div>
      <noscript>
        <p className="rounded-card bg-accent-soft p-4 text-accent-ink">
          {what} JavaScript. Turn it on, or update this browser, and load the page again.
        </p>
      </noscript>
    </>
  )
}
