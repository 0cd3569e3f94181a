import { useEffect } from 'react'

/** Pixels from which on what covers the page is a keyboard and not a toolbar. */
const keyboard = 120

/**
 * Makes the page as high as what can be seen of it, where the phone's keyboard lies over the page instead of making it
 * smaller (iOS): the composer stays above the keyboard.
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
