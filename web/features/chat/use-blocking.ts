import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, keyOf } from '#web/lib/api.ts'
import { showFailure, showToast } from '#web/ui/toast.ts'
import { refreshThread, refreshThreads } from './threads.ts'

/** Blocks or unblocks a user, and updates every conversation with them. */
export function useBlocking(threadId: number, user: { id: number; fullName: string }) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)

  async function run(act: () => Promise<unknown>, success: string, failure: string): Promise<void> {
    setBusy(true)
    try {
      await act()
      showToast({ title: success })
    } catch (error) {
      showFailure(failure, error)
    } finally {
      setBusy(false)
    }
    await Promise.all([refreshThread(client, threadId), refreshThreads(client)]).catch(() => undefined)
    await client.invalidateQueries({ queryKey: keyOf('GET /api/blocks') })
  }

  return {
    busy,
    block: () =>
      run(
        () => api('POST /api/blocks', { body: { userId: user.id } }),
        `${user.fullName} is blocked`,
        'Failed to block',
      ),
    unblock: () =>
      run(
        () => api('DELETE /api/blocks/:id', { params: { id: user.id } }),
        `${user.fullName} is unblocked`,
        'Failed to unblock',
      ),
  }
}
