import type { ReactNode } from 'react'
import { useSupportEmail } from '#web/lib/support.ts'
import { EmailText } from './email-text.tsx'

interface SupportLinkProps {
  subject?: string
  className: string
  /** The address itself, where nothing else stands here. */
  children?: ReactNode
}

/** Starts an e-mail to whoever runs this installation. */
export function SupportLink({ subject, className, children }: SupportLinkProps) {
  const email = useSupportEmail()
  if (!email) return children ?? 'our e-mail address'
  const href = `mailto:${email}${subject ? `?subject=${encodeURIComponent(subject)}` : ''}`
  return (
    <a href={href} className={className}>
      {children ?? <EmailText text={email} />}
    </a>
  )
}
