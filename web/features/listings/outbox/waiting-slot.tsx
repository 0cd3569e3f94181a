import { type ComponentType, useEffect, useState } from 'react'
import { isAnyKept, outboxPrefix } from '#web/lib/private-storage.ts'

type Props = { userId: number; watched?: string | undefined }

export const loadWaiting = () => import('./waiting-listings.tsx')

/** The place of listings that wait on this device to be published; their code is loaded only if there is one. */
export function WaitingSlot({ userId, watched }: Props) {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null)
  useEffect(() => {
    if (!watched && !isAnyKept(`${outboxPrefix(userId)}listing:`)) return
    loadWaiting().then(
      ({ WaitingListings }) => setPart(() => WaitingListings),
      () => undefined,
    )
  }, [userId, watched])
  return Part && <Part userId={userId} watched={watched} />
}
