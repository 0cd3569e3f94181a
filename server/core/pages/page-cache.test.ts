import { expect, test, vi } from 'vitest'
import { createPageCache } from './page-cache.ts'

const page = (text: string, status = 200) => ({ status, body: Buffer.from(text), encoding: null })
/** Renders 'page 1', 'page 2', … */
function renderer(status?: number) {
  let count = 0
  return vi.fn(async () => {
    count += 1
    return page(`page ${count}`, status)
  })
}

test('[PAGE-CACHE] a page that many request at once is rendered once, and cached with its ETag', async () => {
  const cache = createPageCache(10)
  const render = renderer()
  const [first, second] = await Promise.all([cache.get('/', render), cache.get('/', render)])
  expect(second).toBe(first)
  expect(await cache.get('/', render)).toBe(first)
  expect(render).toHaveBeenCalledTimes(1)
  expect((await cache.get('/other', render)).etag).not.toBe(first.etag)
})

test('[PAGE-CACHE] after a write pages are rendered again, including those being rendered at that moment', async () => {
  const cache = createPageCache(10)
  const render = renderer()
  await cache.get('/', render)
  const slow = Promise.withResolvers<ReturnType<typeof page>>()
  const old = cache.get('/slow', () => slow.promise)
  cache.clear()
  expect(String((await cache.get('/', render)).body)).toBe('page 2')
  const second = Promise.withResolvers<ReturnType<typeof page>>()
  const fresh = cache.get('/slow', () => second.promise)
  slow.resolve(page('old'))
  await old
  // Others still join the rendering that began after the write.
  const joined = cache.get('/slow', render)
  second.resolve(await render())
  expect(await joined).toBe(await fresh)
  expect([await old, await fresh].map(({ body }) => String(body))).toEqual(['old', 'page 3'])
  expect(String((await cache.get('/slow', render)).body)).toBe('page 3')
})

test('[PAGE-CACHE] failures are not cached, whether thrown or rendered', async () => {
  const cache = createPageCache(10)
  await expect(cache.get('/', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  const failing = renderer(503)
  await cache.get('/', failing)
  await cache.get('/', failing)
  expect(failing).toHaveBeenCalledTimes(2)
})

test('[PAGE-CACHE] changes by another process show after the cache’s lifetime', async () => {
  let now = 1000
  const cache = createPageCache(10, () => now)
  const render = renderer()
  await cache.get('/', render)
  now += 9_900
  await cache.get('/', render)
  expect(render).toHaveBeenCalledTimes(1)
  now += 200
  await cache.get('/', render)
  expect(render).toHaveBeenCalledTimes(2)
})
