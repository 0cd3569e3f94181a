import { type ComponentType, useState } from 'react'
import { showFailure } from './toast.ts'

/**
 * A part, such as a dialog, whose code is loaded when it is first wanted. `prepare` loads ahead (on hover or focus); `want`
 * answers whether the part is here now: where it could not be loaded a toast has said so.
 */
export function useLatePart<Props>(load: () => Promise<ComponentType<Props>>) {
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

  return { Part, prepare, want }
}
