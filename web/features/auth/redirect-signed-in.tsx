import type { ReactNode } from 'react'
import { Redirect } from 'wouter'
import { safeNext } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'

export function RedirectSignedIn({ next, children }: { next: string | null; children: ReactNode }) {
  const user = useSession()
  return user ? <Redirect to={safeNext(next)} replace /> : children
}
