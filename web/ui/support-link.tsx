import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiQuery } from '#web/lib/api.ts'
import { EmailText } from './email-text.tsx'

interface SupportLinkProps {
  subject?: string
  className: string
  children?: ReactNode
}

/** A mailto link to the operator of this installation. */
export function SupportLink({ subject, className, children }: SupportLinkProps) {
  const email = useQuery(apiQuery('GET /api/site')).data?.supportEmail
  if (!email) return children ?? 'our e-mail address'
  const href = `mailto:${email}${subject ? `?subject=${encodeURIComponent(subject)}` : ''}`
  return (
    <a href={href} className={className}>
      {children ?? <EmailText text={email} />}
    </a>
  )
}
