import type { RawResponse } from './client.ts'

/** What web/entry-server.tsx exports. The server loads the built file by its path, without importing its source. */
export interface PageRenderer {
  loadPages: () => Promise<void>
  render: (request: RenderRequest) => Promise<RenderResult>
}

export interface RenderRequest {
  /** Path and query. */
  url: string
  isVisitor: boolean
  /** Reads the API as the requesting user. */
  get: (url: string) => Promise<RawResponse>
  /** Resolves when the page may be rendered, which blocks the process. */
  turn: () => Promise<void>
  assets: PageAssets
  /** The chosen theme; null follows the system. */
  theme: 'light' | 'dark' | null
  saver: boolean
  origin: string
}

export type RenderResult = { redirect: string } | { status: number; html: string }

/** Addresses of the built files. */
export interface PageAssets {
  /** Stylesheets of a page's source file: the entry's, and those that its components import. */
  styles: (source: string) => string[]
  fonts: string[]
  entry: string
  /** The script that starts the entry later, if the page works without it until then. */
  first: string
  /** Scripts that a page's source file needs besides the entry. */
  preloads: (source: string) => string[]
}
