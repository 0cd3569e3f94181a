import { useQueryClient } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { useState } from 'react'
import { threadQuery, threadsQuery } from '#web/features/chat/queries.ts'
import { threadIdOf } from '#web/features/chat/thread-address.ts'
import { otherParty } from '#web/features/chat/threads.ts'
import { turnPushOn } from '#web/lib/push.ts'
import { useSession } from '#web/lib/session.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { showFailure, showToast } from '#web/ui/toast.ts'
import { CornerCard } from './corner-card.tsx'
import { declinePush, type PushMoment } from './push-moments.ts'

/** Our own question before the browser's, which can be asked only once. Loaded by push-notice.tsx. */
export function PushPrompt({ moment, onClose }: { moment: PushMoment; onClose: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const partner = usePartner()
  const device = matchMedia('(pointer: coarse)').matches ? 'phone' : 'computer'
  const when: Record<PushMoment, string> = {
    message: `${partner ?? 'somebody'} answers`,
    search: 'something new matches',
    follow: 'this seller has something new',
  }

  async function turnOn() {
    setBusy(true)
    try {
      const state = await turnPushOn()
      if (state === 'on') showToast({ title: 'Push is on', description: 'Settings turn it off again.' })
      else {
        declinePush()
        const description = 'Your browser did not allow it. Settings tell how to change that.'
        showToast({ title: 'Push is not on', description, tone: 'failure' })
      }
    } catch (error) {
      showFailure('Push is not on', error, 'Your browser could not register. Please try again in Settings.')
    }
    onClose()
  }
  function decline() {
    declinePush()
    onClose()
  }
  return (
    <CornerCard label="Turn on push">
      <BellRing size={24} className="self-start text-brand" />
      <div className="min-w-0 grow">
        <p className="font-bold">
          Get told on this {device} when {when[moment]}?
        </p>
        <p className="mt-1 text-sm text-muted">Also when Oja is closed. Not at night.</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <BusyButton type="button" className="button" busy={isBusy} onClick={turnOn}>
            Turn on
          </BusyButton>
          <button type="button" className="button button-quiet" onClick={decline}>
            Not now
          </button>
        </div>
      </div>
    </CornerCard>
  )
}

/** The first name of the other party of the open conversation. */
function usePartner(): string | undefined {
  const client = useQueryClient()
  const viewer = useSession()
  const id = threadIdOf(new URLSearchParams(location.search))
  if (!viewer || id === null) return undefined
  const page = client.getQueryData(threadsQuery.queryKey)
  const thread = page?.items.find((one) => one.id === id) ?? client.getQueryData(threadQuery(id).queryKey)
  return thread && otherParty(thread, viewer.id).fullName.split(' ')[0]
}
