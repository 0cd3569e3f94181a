import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useIdle } from '#web/lib/idle.ts'
import { outboxPrefix, storedKeys } from '#web/lib/private-storage.ts'

/** Sends what was left unsent, on any page; loads the code only if there is anything. */
export function useUnsent(userId: number | undefined): void {
  const client = useQueryClient()
  const idle = useIdle()
  useEffect(() => {
    if (!idle || userId === undefined || !storedKeys(outboxPrefix(userId))[0]) return
    // If the code cannot be loaded, the next page tries again.
    import('./send-unsent.ts').then(
      ({ sendUnsent }) => sendUnsent(userId, client),
      () => undefined,
    )
  }, [idle, userId, client])
}
