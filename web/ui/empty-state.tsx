import type { ReactNode } from 'react'
import { Drawing } from './drawings.tsx'

interface EmptyStateProps {
  /** From drawings.tsx or more-drawings.tsx. */
  drawing: ReactNode
  title: string
  text?: ReactNode
  /** One link or button. */
  action?: ReactNode
  /** The heading's level; 1 if the empty state is the whole page. */
  level?: 1 | 2 | 3
}

/** An empty state: a drawing, a sentence, and the next step. */
export function EmptyState({ drawing, title, text, action, level = 2 }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-4 py-12 text-center">
      <Drawing>{drawing}</Drawing>
      <Heading className="mt-6 text-xl font-bold">{title}</Heading>
      {text && <div className="mt-2 text-muted">{text}</div>}
      {action && <div className="mt-6">{action}</div>}
    </div>
  )
}

interface ButtonLinkProps {
  href: string
  children: ReactNode
}

export function ButtonLink({ href, children }: ButtonLinkProps) {
  return (
    <a href={href} className="button">
      {children}
    </a>
  )
}

export function OutlineLink({ href, children }: ButtonLinkProps) {
  return (
    <a href={href} className="button button-outline">
      {children}
    </a>
  )
}
