import { useSyncExternalStore } from 'react'

function subscribeVisible(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

function subscribeFocus(listener: () => void): () => void {
  addEventListener('focus', listener)
  addEventListener('blur', listener)
  return () => {
    removeEventListener('focus', listener)
    removeEventListener('blur', listener)
  }
}

const wide = '(width >= 48rem)'

function subscribeWide(listener: () => void): () => void {
  const query = matchMedia(wide)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

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

/** Whether list and conversation are side by side; false on the server. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    subscribeWide,
    () => matchMedia(wide).matches,
    () => false,
  )
}
