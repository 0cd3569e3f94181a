import { type ComponentType, createElement } from 'react'
import type { PageProps } from '#web/lib/page-props.ts'
import type { Read } from './read.ts'

/** A page whose code is loaded when it is first needed. */
export interface LazyPage {
  /** Loads the code; the page renders without waiting from then on. A failed load may be tried again. */
  load(): Promise<void>
  isLoaded(): boolean
  /** What the page's own code says that it reads first; nothing before it is loaded. */
  reads(search: URLSearchParams): Read[]
  /** The page as an element; suspends while its code is on the way. */
  render(props: PageProps): React.ReactElement
}

interface PageModule {
  Page: ComponentType<PageProps>
  /** Only where naming the reads takes code that other pages need not load. */
  reads?: (search: URLSearchParams) => Read[]
}

export function lazyPage(importPage: () => Promise<PageModule>): LazyPage {
  let page: PageModule | undefined
  let loading: Promise<void> | undefined

  function load() {
    loading ??= importPage().then(
      (module) => {
        page = module
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
    reads: (search) => page?.reads?.(search) ?? [],
    render(props) {
      if (!page) throw load()
      return createElement(page.Page, props)
    },
  }
}
