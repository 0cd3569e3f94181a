import { useState, useSyncExternalStore } from 'react'
import { type PushState, pushState, turnPushOff, turnPushOn, watchPush } from '#web/lib/push.ts'
import { showFailureToast } from './failure-toast.ts'
import { Switch } from './switch.tsx'

const label = 'Push on this device'

/** Why there is no switch, and what to do. */
const texts: Record<Exclude<PushState, 'off' | 'on'>, string> = {
  unsupported: 'This browser cannot do it. You are told here on Oja, and by e-mail.',
  install:
    'On an iPhone or iPad, put Oja on your home screen first: tap Share, then ‘Add to Home Screen’. Open Oja from there and come back here.',
  refused:
    'Your browser does not allow it. Tap the icon to the left of the address (in an installed app: hold its icon, then App info), open Permissions, allow Notifications, and come back here.',
}

/** Turns push on and off in this browser; where that cannot be, it says what to do. */
export function PushRow() {
  const [isBusy, setBusy] = useState(false)
  const state = useSyncExternalStore(watchPush, pushState, () => null)
  if (state === null) return null
  if (state !== 'on' && state !== 'off')
    return (
      <div className="min-h-14 py-2">
        <p className="font-semibold">{label}</p>
        <p className="text-sm text-muted">{texts[state]}</p>
      </div>
    )

  async function turn(wanted: boolean) {
    if (isBusy) return
    setBusy(true)
    try {
      await (wanted ? turnPushOn() : turnPushOff())
    } catch (error) {
      showFailureToast(wanted ? 'Push is not on' : 'Push is not off', error)
    }
    setBusy(false)
  }
  return (
    <Switch
      label={label}
      text="You get news at once, also when Oja is closed"
      checked={isBusy ? state === 'off' : state === 'on'}
      onChange={(wanted) => void turn(wanted)}
    />
  )
}
