import { useEffect } from 'react'

/** Pixels above which the covered part is a keyboard and not a toolbar. */
const keyboard = 120

/**
 * Sets the page's height to the visible part where the keyboard covers the page instead of resizing it (iOS), so that the
 * composer stays above the keyboard.
 */
export function useVisibleHeight(): void {
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return
    const { style } = document.documentElement
    const measure = () => {
      const isCovered = viewport.scale === 1 && innerHeight - viewport.height > keyboard
      if (isCovered) {
        style.setProperty('--visible-height', `${viewport.height}px`)
        scrollTo(0, 0)
      } else style.removeProperty('--visible-height')
    }
    viewport.addEventListener('resize', measure)
    return () => {
      viewport.removeEventListener('resize', measure)
      style.removeProperty('--visible-height')
    }
  }, [])
}
