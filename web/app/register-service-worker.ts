import { isSavingData } from '#web/lib/data-saver.tsx'
import { whenIdle } from '#web/lib/when-idle.ts'

/**
 * Registers the offline service worker once the page is loaded and idle. In development it removes one that an earlier build
 * registered. With data saver on none is registered, since it downloads files that may never be needed; an existing one stays.
 */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator) || isSavingData()) return
  whenIdle(() => {
    import('./update.ts')
      .then(({ startWorker, removeWorker }) => (import.meta.env.DEV ? removeWorker() : startWorker()))
      // Without a service worker only offline reading is missing.
      .catch(() => undefined)
  })
}
