import type { ReactNode } from 'react'
import { Redirect } from 'wouter'
import { safeNext } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'

/** Who is signed in already has nothing to do here and goes on to `next`. */
export function SignedInLeaves({ next, children }: { next: string | null; children: ReactNode }) {
  const user = useSession()
  return user ? <Redirect to={safeNext(next)} replace /> : children
}
