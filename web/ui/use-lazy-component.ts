import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { showFailure } from './toast.ts'

/**
 * A component, such as a dialog, whose code is loaded on first use. `prepare` preloads it; `preload` is for what
 * opens it, and does so on hover and focus. `want` resolves
 * to whether it is loaded; if not, a toast has reported the failure. With `isWanted` it is loaded without being asked for.
 */
export function useLazyComponent<Props>(load: () => Promise<ComponentType<Props>>, isWanted?: boolean) {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null)

  function prepare(): void {
    load().catch(() => undefined)
  }

  async function want(): Promise<boolean> {
    try {
      const loaded = await load()
      setPart(() => loaded)
      return true
    } catch {
      showFailure('This did not load', undefined, 'Please check your connection and try again.')
      return false
    }
  }

  const wantNow = useEffectEvent(want)
  useEffect(() => {
    if (isWanted) void wantNow()
  }, [isWanted])

  return { Part, prepare, preload: { onPointerEnter: prepare, onFocus: prepare }, want }
}

/** An optional part, whose code is loaded once it is wanted; null until then, and without a connection. */
export function useLoaded<Props>(load: () => Promise<ComponentType<Props>>, isWanted: boolean) {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null)
  useEffect(() => {
    if (isWanted)
      load().then(
        (loaded) => setPart(() => loaded),
        () => undefined,
      )
  }, [load, isWanted])
  return Part
}
