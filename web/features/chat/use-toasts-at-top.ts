import { useEffect } from 'react'

/** Shows toasts at the upper right while the page is there: at the bottom is where one writes, and retries. */
export function useToastsAtTop(): void {
  useEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--toast-inset', '5rem 1.5rem auto auto')
    return () => {
      style.removeProperty('--toast-inset')
    }
  }, [])
}
