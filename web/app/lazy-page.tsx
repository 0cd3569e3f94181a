import { type ComponentType, createElement } from 'react'
import type { PageProps } from '#web/lib/page-props.ts'

/** A page whose code is loaded when it is first needed. */
export interface LazyPage {
  /** Loads the code; the page renders without waiting from then on. A failed load may be tried again. */
  load(): Promise<void>
  isLoaded(): boolean
  /** The page as an element; suspends while its code is on the way. */
  render(props: PageProps): React.ReactElement
}

export function lazyPage(importPage: () => Promise<{ Page: ComponentType<PageProps> }>): LazyPage {
  let page: ComponentType<PageProps> | undefined
  let loading: Promise<void> | undefined

  function load() {
    loading ??= importPage().then(
      (module) => {
        page = module.Page
      },
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }

  return {
    load,
    isLoaded: () => page !== undefined,
    render(props) {
      if (!page) throw load()
      return createElement(page, props)
    },
  }
}
