import { LRUCache } from 'lru-cache'
import type { Encoding } from '../http/compress.ts'
import { pageCacheReads } from '../observe/metrics.ts'

/** A rendered page as it goes over the wire. */
interface PageBody {
  status: number
  body: Buffer
  /** Content-Encoding of the body; null if it is not compressed. */
  encoding: Encoding | null
  /** Where a redirect leads. */
  location?: string | undefined
}

export interface CachedPage extends PageBody {
  etag: string
}

export interface PageCache {
  /** The page of this key: cached, or being rendered for another request. */
  find(key: string): CachedPage | Promise<CachedPage> | undefined
  /** The page of this key: cached, being rendered for another request, or rendered now. Failures (5xx) are not cached. */
  get(key: string, make: () => Promise<PageBody>): Promise<CachedPage>
  /** Drops every page, because something that pages show has changed. */
  clear(): void
  /** Bytes in use. */
  bytes(): number
}

const hits = pageCacheReads.labels({ result: 'hit' })
const shared = pageCacheReads.labels({ result: 'shared' })
const misses = pageCacheReads.labels({ result: 'miss' })

/** Bytes of compressed pages. */
const capacity = 64 * 1024 * 1024

/**
 * Visitors' pages, cached for `lifetime` seconds or until the next write; simultaneous requests for a page share one rendering.
 * Changes without a write of this process (views, featured listings that expire) show after the lifetime.
 */
export function createPageCache(lifetime: number, now = () => performance.now()): PageCache {
  const pages = new LRUCache<string, CachedPage>({
    maxSize: capacity,
    sizeCalculation: ({ body }, key) => body.length + key.length * 2 + 1000,
    ttl: Math.max(1, lifetime * 1000),
    ttlResolution: 0,
    perf: { now },
  })
  const making = new Map<string, Promise<CachedPage>>()
  const started = Date.now().toString(36)
  let count = 0
  let generation = 0

  async function make(key: string, render: () => Promise<PageBody>) {
    const begun = generation
    try {
      count += 1
      const rendered = await render()
      const page = {
        etag: `W/"${started}-${count.toString(36)}"`,
        ...rendered,
        body: ownMemory(rendered.body),
      }
      if (generation === begun && page.status < 500 && lifetime > 0) pages.set(key, page)
      return page
    } finally {
      if (generation === begun) making.delete(key)
    }
  }

  function find(key: string) {
    const page = pages.get(key)
    if (page) {
      hits.inc()
      return page
    }
    const underWay = making.get(key)
    if (underWay) shared.inc()
    return underWay
  }

  return {
    find,
    async get(key, render) {
      const found = find(key)
      if (found) return found
      misses.inc()
      const page = make(key, render)
      making.set(key, page)
      return page
    },
    clear() {
      generation += 1
      pages.clear()
      making.clear()
    },
    bytes: () => pages.calculatedSize,
  }
}

/** Small buffers are pieces of one of Node's pools of 64 KB, which stays for as long as any of its pieces. */
function ownMemory(body: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(body.length)
  body.copy(own)
  return own
}
