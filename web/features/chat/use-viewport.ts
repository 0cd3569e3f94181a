import { useEffect, useSyncExternalStore } from 'react'
import { listen } from '#web/lib/events.ts'

const wide = '(width >= 48rem)'
const subscribeWide = (listener: () => void) => listen(matchMedia(wide), 'change', listener)

let isWide = false

/** Stays what it was while the page is printed: paper is narrow, and the conversation beside the list would not be on it. */
function readIsWide(): boolean {
  if (!matchMedia('print').matches) isWide = matchMedia(wide).matches
  return isWide
}

/** Whether list and conversation are side by side; false on the server. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribeWide, readIsWide, () => false)
}

/** Pixels above which the covered part is a keyboard and not a toolbar. */
const minKeyboardPx = 120

/**
 * Sets the page's height to the visible part where the keyboard covers the page instead of resizing it (iOS), and where the styles'
 * `dvh` is unknown (before Chrome 108), so that the composer stays on the screen and above the keyboard.
 */
export function useVisibleHeight(): void {
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return
    const { style } = document.documentElement
    const knowsDvh = CSS.supports('height', '1dvh')
    const measure = () => {
      const isCovered = viewport.scale === 1 && innerHeight - viewport.height > minKeyboardPx
      if (isCovered) {
        style.setProperty('--visible-height', `${viewport.height}px`)
        scrollTo(0, 0)
      } else if (knowsDvh) style.removeProperty('--visible-height')
      else style.setProperty('--visible-height', `${innerHeight}px`)
    }
    measure()
    viewport.addEventListener('resize', measure)
    return () => {
      viewport.removeEventListener('resize', measure)
      style.removeProperty('--visible-height')
    }
  }, [])
}
