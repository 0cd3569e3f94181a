import { isSavingData } from '#web/lib/data-saver.tsx'
import { whenIdle } from '#web/lib/when-idle.ts'

/**
 * Registers the offline service worker once the page is loaded and idle. In development there is none, and one that
 * an earlier build left is removed. Where data is saved none is registered, since it fetches what may never be needed; one
 * that is there stays.
 */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator) || isSavingData()) return
  whenIdle(() => {
    import('./update.ts')
      .then(({ startWorker, removeWorker }) => (import.meta.env.DEV ? removeWorker() : startWorker()))
      // Without a worker everything works but reading offline.
      .catch(() => undefined)
  })
}
