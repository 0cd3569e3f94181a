import { bounds } from '#server/core/limits/bounds.ts'
import { slotsPerNetwork } from '#server/features/listings/views.ts'
import { contract } from '#shared/contract/index.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { limits } from '#shared/limits.ts'
import { type RateLimit, rateLimits, subnetShare } from '#shared/rate-limits.ts'

/** Limit, what it counts, then of an account, an IPv4 address, an IPv6 /64 and a process, and the time that it is about. */
type Row = [string, string, string, string, string, string, string]

const none = '–'
const number = (value: number) => value.toLocaleString('en')
const rate = ({ burst, perSecond }: { burst: number; perSecond: number }, share = 1) =>
  `${number(burst * share)}, then ${number(perSecond * share)} a second`

/** Seconds in words. */
function within(seconds: number): string {
  const [count, unit] =
    seconds % 86_400 === 0
      ? [seconds / 86_400, 'day']
      : seconds % 3600 === 0
        ? [seconds / 3600, 'hour']
        : [seconds / 60, 'minute']
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`
}

function rateRow([name, { account, accountIn, address, counts, window }]: [string, RateLimit]): Row {
  const entries = Object.entries(contract) as [string, Endpoint][]
  const calls = entries.filter(([, { limit }]) => limit === name).map(([key]) => `\`${key}\``)
  const what = name === 'default' ? 'every call of the API, pages, sitemaps' : calls.sort().join(', ')
  return [
    name,
    counts === 'successes' ? `${what}; what is refused is given back` : what,
    accountIn === 'database' ? `${number(account)}, in the database` : number(account),
    number(address),
    number(address * subnetShare),
    none,
    within(window),
  ]
}

/** The table "Limits of rate and number" of docs/security.md, as contract and code have it: lines of Markdown. */
export function limitsTable(): string[] {
  const { account, address, total, rooms } = bounds.sockets
  const { registrations } = limits
  const rows: Row[] = [
    ...Object.entries(rateLimits).map(rateRow),
    [
      'text messages',
      'codes sent to a phone; a phone number has as many',
      number(limits.textMessages.max),
      none,
      none,
      none,
      within(limits.textMessages.window),
    ],
    [
      'registrations',
      'beyond, a browser does a proof of work',
      none,
      number(registrations.address),
      number(registrations.address),
      `${number(registrations.all)} in all`,
      within(registrations.window),
    ],
    [
      'views',
      'visitors that a listing counts',
      '1',
      number(slotsPerNetwork.shared),
      number(slotsPerNetwork.own),
      none,
      '1 day',
    ],
    [
      'sockets',
      'open sockets',
      number(account),
      number(address),
      number(address * subnetShare),
      number(total),
      'at once',
    ],
    [
      'rooms',
      `conversations and listings that one socket follows: ${rooms}`,
      none,
      none,
      none,
      none,
      'at once',
    ],
    [
      'events',
      `what sockets say; one socket: ${rate(bounds.events.socket)}`,
      rate(bounds.events.account),
      rate(bounds.events.address),
      rate(bounds.events.address, subnetShare),
      none,
      'token bucket',
    ],
    [
      'uploads',
      'pictures from their first byte to their answer',
      number(bounds.uploads.account),
      none,
      none,
      number(bounds.uploads.total),
      'at once',
    ],
    [
      'pictures',
      'those that wait to be made',
      'its share beyond',
      none,
      none,
      number(bounds.photos),
      'at once',
    ],
    ['passwords', 'those that wait to be hashed', none, none, none, number(bounds.passwords), 'at once'],
    [
      'overload',
      `requests under way; ${number(bounds.requests.standing)} where as many were there all the time`,
      none,
      none,
      none,
      number(bounds.requests.burst),
      'at once',
    ],
  ]
  return rows.map((row) => `| ${row.join(' | ')} |`)
}
