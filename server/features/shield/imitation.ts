import { claimsToBeOja, letterOf } from '#shared/impersonating-names.ts'
import { readableHost } from '#shared/punycode.ts'

/** Words of addresses that pass for a bank, a courier or a payment page. */
const lures =
  /pay|bank|secure|verif|escrow|login|signin|confirm|claim|account|wallet|track|courier|logistic|dispatch|deliver|ship|refund|support|update|receive|release|kyc|gift|bonus|cash|transfer|wire|safe|protect|auth|credit|alert|customs|police|efcc|bvn|nin|checkout|cashout|redeem|withdraw|vault|trust|approve|valid|activat|voucher|express|haul/

/** Whether an address without `https://` imitates Oja, a bank or a courier. Oja's own host does not. */
export function imitates(link: string, ownHost: string): boolean {
  const host = link.split(/[/?#]/, 1)[0] ?? ''
  if (isOwn(host, ownHost)) return false
  const readable = host.includes('xn--') ? [...readableHost(host)].map(letterOf).join('').toLowerCase() : host
  const names = readable.split('.').slice(0, -1)
  return (
    names.some(
      (name) => name.split('-').some((part) => /^[o0]j[a4](?:ng|s)?$/.test(part)) || claimsToBeOja(name),
    ) || lures.test(`${readable} ${link.slice(host.length, 200)}`)
  )
}

export const isOwn = (host: string, ownHost: string): boolean =>
  host === ownHost || host.endsWith(`.${ownHost}`)
