import type { QueryKey, QueryMeta } from '@tanstack/react-query'
import { type ComponentType, createElement } from 'react'
import type { PageProps } from '#web/lib/paths.ts'
import { lazyModule } from './lazy-module.ts'

/** A query whose key is the address that it reads. */
export interface PageQuery {
  queryKey: QueryKey
  meta?: QueryMeta | undefined
}

export interface LazyPage {
  source: string
  /** Loads the code; from then on the page renders without suspending. A failed load can be retried. */
  load(): Promise<void>
  isLoaded(): boolean
  /** The initial queries that the page's code declares; empty until it is loaded. */
  queries(search: URLSearchParams): PageQuery[]
  /** The page as an element; suspends while its code loads. */
  render(props: PageProps): React.ReactElement
}

interface PageModule {
  Page: ComponentType<PageProps>
  /** Only for pages whose queries depend on code that other pages need not load. */
  queries?: (search: URLSearchParams) => PageQuery[]
}

/** `source`: the file that `importPage` imports. */
export function lazyPage(source: string, importPage: () => Promise<PageModule>): LazyPage {
  const { load, loaded } = lazyModule(source, importPage)
  return {
    source,
    load,
    isLoaded: () => loaded() !== undefined,
    queries: (search) => loaded()?.queries?.(search) ?? [],
    render(props) {
      const page = loaded()
      if (!page) throw load()
      return createElement(page.Page, props)
    },
  }
}
