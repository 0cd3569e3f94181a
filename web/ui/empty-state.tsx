import type { ReactNode } from 'react'
import { Drawing } from './drawings.tsx'

interface EmptyStateProps {
  /** Of drawings.tsx or more-drawings.tsx. */
  drawing: ReactNode
  title: string
  text?: ReactNode
  /** One link or button. */
  action?: ReactNode
  /** The heading's level; 1 where the state is the whole page. */
  level?: 1 | 2 | 3
}

/** What stands where there is nothing to show: a drawing, a sentence, and what to do. */
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
