import { useQuery } from '@tanstack/react-query'
import { createContext, createElement, type ReactNode, useContext, useEffect } from 'react'
import type { CurrentUser } from '#shared/contract/auth.ts'
import { api } from './api.ts'
import { closePrivate, wasSignedIn } from './private-storage.ts'
import { expectSignOut } from './signed-out.ts'

/** Who is signed in: the session call in its null-on-401 mode. */
export const sessionQuery = {
  queryKey: ['/api/auth', 'me'],
  meta: { nullOn401: true },
}

const loadOwner = () => import('./private-owner.ts')

const SessionContext = createContext<CurrentUser | null | undefined>(undefined)

/** Reads the session once for the whole page. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const { data } = useQuery<CurrentUser | null>(sessionQuery)
  const id = data === undefined ? undefined : (data?.id ?? null)
  useEffect(() => {
    // A visitor's first page needs none of it.
    if (id === undefined || (id === null && !wasSignedIn())) return
    let stop: (() => void) | undefined
    let isOver = false
    loadOwner().then(
      ({ claimPrivate, followLogouts }) => {
        if (isOver) return
        claimPrivate(id)
        stop = followLogouts()
      },
      // Without a connection: the next page does it.
      () => undefined,
    )
    return () => {
      isOver = true
      stop?.()
    }
  }, [id])
  return createElement(SessionContext, { value: data }, children)
}

/** The signed-in user, null for a visitor, undefined while it is not known. */
export function useSession(): CurrentUser | null | undefined {
  return useContext(SessionContext)
}

/** Ends the session and starts afresh at the home page, so that nothing of it stays in memory. */
export async function logOut(): Promise<void> {
  // Whoever talks is told at once that the session is over, and would be led to the login before this page leaves.
  const report = expectSignOut()
  try {
    await api('POST /api/auth/logout')
  } catch (error) {
    report()
    throw error
  } finally {
    // Also where the server cannot be reached: whoever takes this device next finds nothing.
    await loadOwner().then(
      ({ forgetPrivate }) => forgetPrivate(),
      () => undefined,
    )
  }
  // The page is about to go, and would keep what stands in its forms once more.
  closePrivate()
  location.assign('/')
}
