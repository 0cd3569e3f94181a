import type { OutgoingHttpHeaders } from 'node:http'
import { LRUCache } from 'lru-cache'
import { pageCacheReads } from '../observe/counters.ts'

/** A rendered page as it goes over the wire. */
interface RenderedPage {
  status: number
  body: Buffer
  /** Where a redirect leads. */
  location?: string | undefined
}

export interface KeptPage extends RenderedPage {
  etag: string
  /** All of its headers, and its route for the metrics, once it was answered for the first time. */
  headers?: OutgoingHttpHeaders
  route?: string | undefined
}

export interface PageCache {
  /** The page of this key, if it is kept. */
  find(key: string): KeptPage | undefined
  /** The page of this key: kept, being made for somebody else, or made now. Failures (5xx) are not kept. */
  get(key: string, make: () => Promise<RenderedPage>): Promise<KeptPage>
  /** Something that pages show has changed: all are made anew. */
  clear(): void
  /** Of memory, at this moment. */
  bytes(): number
}

const hits = pageCacheReads.labels({ result: 'hit' })
const shared = pageCacheReads.labels({ result: 'shared' })
const misses = pageCacheReads.labels({ result: 'miss' })

/** Bytes of compressed pages. */
const capacity = 64 * 1024 * 1024

/**
 * Visitors' pages, kept for `lifetime` seconds and until the next write; one that many ask for at once is made once.
 * What changes without a write of this process (views, featured listings that expire) shows after the lifetime.
 */
export function createPageCache(lifetime: number, now = () => performance.now()): PageCache {
  const pages = new LRUCache<string, KeptPage>({
    maxSize: capacity,
    sizeCalculation: ({ body }, key) => body.length + key.length * 2 + 1000,
    ttl: Math.max(1, lifetime * 1000),
    ttlResolution: 0,
    perf: { now },
  })
  const making = new Map<string, Promise<KeptPage>>()
  const started = Date.now().toString(36)
  let count = 0
  let generation = 0

  async function make(key: string, render: () => Promise<RenderedPage>) {
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

  return {
    find(key) {
      const page = pages.get(key)
      if (page?.headers) hits.inc()
      return page
    },
    async get(key, render) {
      const kept = pages.get(key) ?? making.get(key)
      if (kept) {
        shared.inc()
        return kept
      }
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
