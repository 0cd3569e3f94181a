import { forgetSeen } from '#web/lib/seen-caches.ts'

const cacheName = 'oja-reader'
const key = '/reader'

/** Notes whether the pages are a visitor's or a member's; when that changes, nothing seen before stays. */
export async function noteReader(reader: 'member' | 'visitor'): Promise<void> {
  const cache = await caches.open(cacheName)
  const before = await (await cache.match(key))?.text()
  if (before === reader) return
  if (before) await forgetSeen()
  await cache.put(key, new Response(reader))
}
