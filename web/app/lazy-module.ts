import { useEffect, useState } from 'react'

/** Code that only some pages need: the first pages of others do not carry it. */
interface LazyModule<Module> {
  source: string
  load(): Promise<void>
  loaded(): Module | undefined
}

/** `source`: the file that `fetch` imports. A failed load can be retried. */
export function lazyModule<Module>(source: string, fetch: () => Promise<Module>): LazyModule<Module> {
  let module: Module | undefined
  let loading: Promise<void> | undefined
  return {
    source,
    loaded: () => module,
    load() {
      loading ??= fetch().then(
        (fetched) => {
          module = fetched
        },
        (error: unknown) => {
          loading = undefined
          throw error
        },
      )
      return loading
    },
  }
}

/** What the header shows to members only. */
export const memberLinksModule = lazyModule('web/app/member-links.tsx', () => import('./member-links.tsx'))
/** The bar at the bottom of phones; not on pages that have one of their own. */
export const bottomBar = lazyModule('web/app/bottom-bar.tsx', () => import('./bottom-bar.tsx'))

/** The module: there at once after `load`, otherwise as soon as it is loaded; undefined while it is not wanted. */
export function useLazyModule<Module>(
  { load, loaded }: LazyModule<Module>,
  isWanted: boolean,
): Module | undefined {
  const [module, setModule] = useState(loaded)
  useEffect(() => {
    if (!isWanted || module) return
    load().then(
      () => setModule(loaded),
      // Without a connection, the next page has it.
      () => undefined,
    )
  }, [isWanted, module, load, loaded])
  return isWanted ? module : undefined
}
