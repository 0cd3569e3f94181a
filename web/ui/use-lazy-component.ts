import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { showProgress } from '#web/lib/progress.ts'
import { showFailure } from './toast.ts'

/**
 * Loads a component, such as a dialog, on first use. `load()` resolves to whether it is there; a toast reports a failure. `preload()`
 * only warms the cache; `preloadProps` does that on hover and focus of the button that opens it. With `isWanted` it is loaded without a
 * call, and again once the connection is back.
 */
export function useLazyComponent<Props>(loadCode: () => Promise<ComponentType<Props>>, isWanted?: boolean) {
  const [Component, setComponent] = useState<ComponentType<Props> | null>(null)

  function preload(): void {
    loadCode().catch(() => undefined)
  }

  /** For a press: the bar at the top shows the wait. */
  const load = () => showProgress(loadQuietly())

  async function loadQuietly(): Promise<boolean> {
    try {
      const loaded = await loadCode()
      setComponent(() => loaded)
      return true
    } catch {
      showFailure('This did not load', undefined, 'Please check your connection and try again.')
      return false
    }
  }

  const loadNow = useEffectEvent(async () => {
    if (!(await loadQuietly())) addEventListener('online', loadNow, { once: true })
  })
  useEffect(() => {
    if (isWanted) void loadNow()
  }, [isWanted])

  return { Component, preload, preloadProps: { onPointerEnter: preload, onFocus: preload }, load }
}

/** An optional part, whose code is loaded once it is wanted; null until then, and without a connection. */
export function useLoaded<Props>(load: () => Promise<ComponentType<Props>>, isWanted: boolean) {
  const [Component, setComponent] = useState<ComponentType<Props> | null>(null)
  useEffect(() => {
    if (isWanted)
      load().then(
        (loaded) => setComponent(() => loaded),
        () => undefined,
      )
  }, [load, isWanted])
  return Component
}
