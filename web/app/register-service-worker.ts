import { whenIdle } from '#web/lib/when-idle.ts'

/**
 * Registers the offline service worker once the page is loaded and idle. In development there is none, and one that
 * an earlier build left is removed.
 */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return
  whenIdle(() => {
    import('./update.ts')
      .then(({ startWorker, removeWorker }) => (import.meta.env.DEV ? removeWorker() : startWorker()))
      // Without a worker everything works but reading offline.
      .catch(() => undefined)
  })
}
