import { dayMs, limits } from '#shared/limits.ts'
import { onMutation } from '#web/lib/api-events.ts'
import { pushState } from '#web/lib/push.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'

const declinedKey = 'oja:push-declined'

/** An action whose outcome the user now waits for. */
export type PushMoment = 'message' | 'search' | 'follow'

const moments: Record<string, PushMoment> = {
  'POST /api/threads/:id/messages': 'message',
  'POST /api/saved-searches': 'search',
  'POST /api/follows': 'follow',
}

export function declinePush(): void {
  writeStored(declinedKey, String(Date.now()))
}

function isDeclined(): boolean {
  return Date.now() - Number(readStored(declinedKey)) < limits.push.askAgainDays * dayMs
}

/** Calls back after an action whose outcome the user waits for, if push is off here and was not declined in the last 30 days. */
export function onPushMoment(callback: (moment: PushMoment) => void): () => void {
  return onMutation((endpoint) => {
    const moment = moments[endpoint]
    if (moment && pushState() === 'off' && !isDeclined()) callback(moment)
  })
}
