import type { ReactNode } from 'react'

interface ButtonLinkProps {
  href: string
  children: ReactNode
}

/** A link that looks like the primary button. */
export function ButtonLink({ href, children }: ButtonLinkProps) {
  return (
    <a href={href} className="button">
      {children}
    </a>
  )
}

/** A link that looks like the secondary button. */
export function OutlineLink({ href, children }: ButtonLinkProps) {
  return (
    <a href={href} className="button button-outline">
      {children}
    </a>
  )
}
