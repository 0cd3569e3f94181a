import type { ReactNode } from 'react'

interface SectionProps {
  /** Anchor for the page's navigation. */
  id: string
  title: string
  text?: ReactNode
  aside?: ReactNode
  children?: ReactNode
}

export function Section({ id, title, text, aside, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="card p-5 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <h2 id={`${id}-title`} className="text-lg font-bold">
            {title}
          </h2>
          {text && <p className="mt-1 text-muted">{text}</p>}
        </div>
        {aside}
      </div>
      {children && <div className="mt-5">{children}</div>}
    </section>
  )
}
