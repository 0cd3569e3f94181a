import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useIdle } from '#web/lib/use-idle.ts'
import { outboxPrefix } from './outbox-keys.ts'

/** Sends on whatever page what was written without a network and left behind; the code for it is loaded if there is any. */
export function useUnsentMessages(userId: number | undefined): void {
  const client = useQueryClient()
  const idle = useIdle()
  useEffect(() => {
    if (!idle || userId === undefined || !hasAny(outboxPrefix(userId))) return
    // Without the code it is tried on the next page.
    import('./use-outbox.ts').then(
      ({ outboxOf }) => void outboxOf(userId, client),
      () => undefined,
    )
  }, [idle, userId, client])
}

function hasAny(prefix: string): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(prefix))
  } catch {
    return false
  }
}
