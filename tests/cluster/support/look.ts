import sharp from 'sharp'
import { request } from '#tests/chaos/support/person.ts'
import { type Cluster, ojaHosts } from '../hosts/cluster.ts'
import { publicUrl } from '../hosts/haproxy.ts'
import type { Market } from './market.ts'

/** The shortest way through everything: a picture uploaded at the balancer is shown by every node. */
export async function look(
  { hosts }: Cluster,
  { seller }: Market,
  say: (line: string) => void,
): Promise<void> {
  const bytes = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#207050' } })
    .jpeg()
    .toBuffer()
  const form = new FormData()
  form.set('upload_preset', 'oja')
  form.set('file', new Blob([new Uint8Array(bytes)]), 'photo.jpg')
  const uploaded = await seller.send('POST', '/api/uploads', form)
  if (uploaded.status !== 200)
    throw new Error(`The upload was answered with ${uploaded.status}: ${uploaded.text}`)
  const path = new URL((uploaded.body as { secure_url: string }).secure_url).pathname
  const places = [publicUrl, ...ojaHosts.map((name) => `http://${hosts[name].address}:3000`)]
  for (const place of places) {
    const shown = await request(`${place}${path}`, 'GET', undefined, undefined)
    if (shown.status !== 200)
      throw new Error(`${place} shows the picture with ${shown.status}: ${shown.text.slice(0, 300)}`)
  }
  const ready = await request(`${places[1]}/readyz`, 'GET', undefined, undefined)
  say(`Registered, signed in, a picture uploaded and shown by every node. Node 1 says ${ready.text}`)
}
