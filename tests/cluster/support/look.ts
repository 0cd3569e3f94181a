import { request } from '#tests/chaos/support/person.ts'
import { type Cluster, ojaHosts } from '../hosts/cluster.ts'
import { publicUrl } from '../hosts/haproxy.ts'
import { uploadPhoto } from './goods.ts'
import type { Market } from './market.ts'

/** The shortest way through everything: a picture uploaded at the balancer is shown by every node. */
export async function look(
  { hosts }: Cluster,
  { seller }: Market,
  say: (line: string) => void,
): Promise<void> {
  const path = await uploadPhoto(seller)
  const places = [publicUrl, ...ojaHosts.map((name) => `http://${hosts[name].address}:3000`)]
  for (const place of places) {
    const shown = await request(`${place}${path}`, 'GET', undefined, undefined)
    if (shown.status !== 200)
      throw new Error(`${place} shows the picture with ${shown.status}: ${shown.text.slice(0, 300)}`)
  }
  const ready = await request(`${places[1]}/readyz`, 'GET', undefined, undefined)
  say(`Registered, signed in, a picture uploaded and shown by every node. Node 1 says ${ready.text}`)
}
