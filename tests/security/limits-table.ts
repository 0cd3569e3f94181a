import { bounds } from '#server/bounds.ts'
import { slotsPerNetwork } from '#server/features/listings/views.ts'
import { contract } from '#shared/contract/index.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { type RateLimit, rateLimits, subnetShare } from '#shared/rate-limits.ts'
import { thresholds } from '#shared/thresholds.ts'

/** Name, what it counts, the limit per account, IPv4 address, IPv6 /64 and process, and the window. */
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
  const what = name === 'default' ? 'every API request, pages, sitemaps' : calls.sort().join(', ')
  return [
    name,
    counts === 'successes' ? `${what}; refused requests do not count` : what,
    accountIn === 'database' ? `${number(account)}, in the database` : number(account),
    number(address),
    number(address * subnetShare),
    none,
    within(window),
  ]
}

/** The table "Rate and size limits" of docs/security.md, as contract and code have it: lines of Markdown. */
export function limitsTable(): string[] {
  const { account, address, total, rooms } = bounds.sockets
  const { registrations } = thresholds
  const rows: Row[] = [
    ...Object.entries(rateLimits).map(rateRow),
    [
      'text messages',
      'codes sent to a phone; the same per phone number',
      number(thresholds.textMessages.max),
      none,
      none,
      none,
      within(thresholds.textMessages.window),
    ],
    [
      'registrations',
      'beyond these, a browser does a proof of work',
      none,
      number(registrations.address),
      number(registrations.address),
      `${number(registrations.all)} in all`,
      within(registrations.window),
    ],
    [
      'views',
      'visitors counted per listing',
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
    ['rooms', `conversations and listings per socket: ${rooms}`, none, none, none, none, 'at once'],
    [
      'events',
      `events from sockets; per socket: ${rate(bounds.events.socket)}`,
      rate(bounds.events.account),
      rate(bounds.events.address),
      rate(bounds.events.address, subnetShare),
      none,
      'token bucket',
    ],
    [
      'uploads',
      'uploads from first byte to response',
      number(bounds.uploads.account),
      none,
      none,
      number(bounds.uploads.total),
      'at once',
    ],
    [
      'pictures',
      'pictures that wait for processing',
      'a fair share',
      none,
      none,
      number(bounds.queuedPhotos),
      'at once',
    ],
    [
      'passwords',
      'passwords that wait for hashing',
      none,
      none,
      none,
      number(bounds.queuedPasswords),
      'at once',
    ],
    [
      'database',
      `requests that wait for an unreachable database: ${number(bounds.reconnecting.write)} writes, ${number(bounds.reconnecting.read)} reads`,
      none,
      none,
      none,
      number(bounds.reconnecting.write + bounds.reconnecting.read),
      'at once',
    ],
    [
      'overload',
      `requests in progress; ${number(bounds.requests.sustained)} if the number never falls below that`,
      none,
      none,
      none,
      number(bounds.requests.burst),
      'at once',
    ],
  ]
  return rows.map((row) => `| ${row.join(' | ')} |`)
}
