import { useQuery } from '@tanstack/react-query'
import { createContext, createElement, type ReactNode, useContext, useEffect } from 'react'
import type { CurrentUser } from '#shared/contract/auth.ts'
import { api } from './api.ts'
import { muteUnauthenticated } from './api-events.ts'
import { listen } from './events.ts'
import { stopPrivateStorage, wasSignedIn } from './private-storage.ts'

/** The signed-in user: the session endpoint with 401 read as null. */
export const sessionQuery = {
  queryKey: ['/api/auth', 'me'],
  meta: { nullOn401: true },
}

const loadOwner = () => import('./private-owner.ts')

const SessionContext = createContext<CurrentUser | null | undefined>(undefined)

export function SessionProvider({ children }: { children: ReactNode }) {
  const { data } = useQuery<CurrentUser | null>(sessionQuery)
  const id = data === undefined ? undefined : (data?.id ?? null)
  useEffect(() => {
    // Visitors' first pages do not need it.
    if (id === undefined || (id === null && !wasSignedIn())) return
    let stop: (() => void) | undefined
    let isOver = false
    loadOwner().then(
      ({ setPrivateOwner, followLogouts }) => {
        if (isOver) return
        setPrivateOwner(id)
        stop = followLogouts(id)
      },
      // Without a connection, the next page does it.
      () => undefined,
    )
    return () => {
      isOver = true
      stop?.()
    }
  }, [id])
  useEffect(() => {
    if (id !== null) return
    // A page from the back/forward cache is as it was before the login.
    return listen<PageTransitionEvent>(window, 'pageshow', ({ persisted }) => {
      if (persisted && wasSignedIn()) location.reload()
    })
  }, [id])
  return createElement(SessionContext, { value: data }, children)
}

/** The signed-in user, null for a visitor, undefined while unknown. */
export function useSession(): CurrentUser | null | undefined {
  return useContext(SessionContext)
}

/** Ends the session and loads the home page, so that none of its data stays in memory. */
export async function logOut(): Promise<void> {
  // The socket reports the end of the session at once, and the page would redirect to the login before it unloads.
  const unmute = muteUnauthenticated()
  try {
    await api('POST /api/auth/logout')
  } catch (error) {
    unmute()
    throw error
  } finally {
    // Also if the server cannot be reached: the next user of this device must find nothing.
    await loadOwner().then(
      ({ deletePrivateData }) => deletePrivateData(),
      () => undefined,
    )
  }
  // While unloading, the page would store its form values once more.
  stopPrivateStorage()
  location.assign('/')
}
