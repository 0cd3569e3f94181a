import type { ReactNode } from 'react'
import { AdirePattern } from './pattern.tsx'
import './article.css'

interface ArticleProps {
  title: string
  intro: ReactNode
  children: ReactNode
}

export function Article({ title, intro, children }: ArticleProps) {
  return (
    <article>
      <header className="relative overflow-hidden border-b border-line bg-brand-soft">
        <AdirePattern className="absolute inset-0 size-full text-brand opacity-10" />
        <div className="page relative py-10 md:py-16">
          <div className="mx-auto max-w-2xl">
            <h1 className="text-3xl font-extrabold md:text-4xl">{title}</h1>
            <p className="mt-3 text-lg text-ink">{intro}</p>
          </div>
        </div>
      </header>
      <div className="page py-8 md:py-12">
        <div className="prose mx-auto max-w-2xl">{children}</div>
      </div>
    </article>
  )
}
