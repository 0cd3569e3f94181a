import { useEffect, useState } from 'react'
import { storedKeys, waitingPrefix } from '#web/lib/private-storage.ts'
import { useLoaded } from '#web/ui/use-lazy-component.ts'

export const loadWaitingListings = async () => (await import('./waiting-listings.tsx')).WaitingListings

/** The place of listings that wait on this device to be published; their code is loaded only if there is one. */
export function OutboxSlot({ userId, watched }: { userId: number; watched?: string | undefined }) {
  const [isAny, setAny] = useState(false)
  useEffect(() => setAny(storedKeys(waitingPrefix(userId)).length > 0), [userId])
  const WaitingListings = useLoaded(loadWaitingListings, isAny || watched !== undefined)
  return WaitingListings && <WaitingListings userId={userId} watched={watched} />
}
