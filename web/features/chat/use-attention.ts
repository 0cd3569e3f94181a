import { useSyncExternalStore } from 'react'
import { listen } from '#web/lib/events.ts'

const subscribeVisible = (listener: () => void) => listen(document, 'visibilitychange', listener)
const subscribeFocus = (listener: () => void) => listen(window, 'focus blur', listener)

/** Whether the page is visible and its window has focus. */
export function useAttention(): { visible: boolean; focused: boolean } {
  const visible = useSyncExternalStore(
    subscribeVisible,
    () => document.visibilityState === 'visible',
    () => false,
  )
  const focused = useSyncExternalStore(
    subscribeFocus,
    () => document.hasFocus(),
    () => false,
  )
  return { visible, focused }
}
