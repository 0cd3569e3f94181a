import { useEffect, useEffectEvent } from 'react'

declare global {
  interface Window {
    /** Addresses that browser tests put into the create form instead of uploading. */
    __testPhotos?: unknown
  }
}

const pollInterval = 100

/** The test hook of the create form: a new list in `window.__testPhotos` takes the place of the photos. */
export function useTestPhotos(enabled: boolean, onPhotos: (urls: string[]) => void): void {
  const take = useEffectEvent(onPhotos)
  useEffect(() => {
    if (!enabled) return
    let taken = ''
    const timer = setInterval(() => {
      const photos = window.__testPhotos
      if (!Array.isArray(photos)) return
      const urls = photos.filter((url) => typeof url === 'string')
      if (urls.join('\n') === taken) return
      taken = urls.join('\n')
      take(urls)
    }, pollInterval)
    return () => clearInterval(timer)
  }, [enabled])
}
