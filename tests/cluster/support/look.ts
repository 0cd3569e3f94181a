import { request } from '#tests/support/person.ts'
import { type Cluster, ojaHosts } from '../hosts/all-hosts.ts'
import { publicUrl } from '../hosts/haproxy.ts'
import { uploadPhoto } from './post-listing.ts'
import type { Market } from './traders.ts'

/** The shortest end-to-end check: every node serves a picture uploaded through the load balancer. */
export async function smokeTest(
  { hosts }: Cluster,
  { seller }: Market,
  report: (line: string) => void,
): Promise<void> {
  const path = await uploadPhoto(seller)
  const addresses = [publicUrl, ...ojaHosts.map((name) => `http://${hosts[name].address}:3000`)]
  for (const address of addresses) {
    const shown = await request(`${address}${path}`, 'GET', undefined, undefined)
    if (shown.status !== 200)
      throw new Error(`${address} shows the picture with ${shown.status}: ${shown.text.slice(0, 300)}`)
  }
  const ready = await request(`${addresses[1]}/readyz`, 'GET', undefined, undefined)
  report(`Registered, signed in, a picture uploaded and shown by every node. Node 1 says ${ready.text}`)
}
