import { type ComponentType, useEffect, useState } from 'react'

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
