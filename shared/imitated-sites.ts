/**
 * Recognises web addresses that pass for Oja, a bank or a courier. Part of the browser's chat and of the page that stops such
 * links: small, and sure rather than complete. The scam shield weighs links by itself (`server/features/shield/imitation.ts`).
 */
import { readableHost } from './punycode.ts'
import { parseUrl } from './same-origin.ts'
import { isMadeOf } from './text.ts'

export interface Imitation {
  /** The imitated site: 'Oja', 'GTBank', 'a bank or payment page', 'a courier'. */
  name: string
  kind: 'oja' | 'bank' | 'courier'
}

/**
 * Kind, display name, the brand's spellings in host names, and its real hosts; the last two are space-separated.
 * A spelling of up to four letters matches a whole word only.
 */
const brands: readonly [kind: Imitation['kind'], name: string, marks: string, hosts: string][] = [
  ['bank', 'Access Bank', 'accessbank', 'accessbankplc.com'],
  ['bank', 'the Central Bank', 'cbn centralbank', 'cbn.gov.ng'],
  ['bank', 'Fidelity Bank', 'fidelitybank', 'fidelitybank.ng'],
  ['bank', 'First Bank', 'firstbank fbnquest', 'firstbanknigeria.com fbnquest.com'],
  ['bank', 'Flutterwave', 'flutterwave', 'flutterwave.com'],
  ['bank', 'GTBank', 'gtbank gtb', 'gtbank.com gtcoplc.com'],
  ['bank', 'Interswitch', 'interswitch quickteller', 'interswitchgroup.com quickteller.com'],
  ['bank', 'Kuda', 'kuda kudabank', 'kuda.com kudabank.com'],
  ['bank', 'Moniepoint', 'moniepoint', 'moniepoint.com'],
  ['bank', 'OPay', 'opay opayweb', 'opayweb.com opay-inc.com opay.com'],
  ['bank', 'PalmPay', 'palmpay', 'palmpay.com'],
  ['bank', 'Paystack', 'paystack', 'paystack.com paystack.shop paystack.co'],
  ['bank', 'Sterling Bank', 'sterlingbank', 'sterling.ng sterlingbankng.com'],
  ['bank', 'UBA', 'uba ubagroup ubabank', 'ubagroup.com'],
  ['bank', 'Union Bank', 'unionbank', 'unionbankng.com'],
  ['bank', 'Wema Bank', 'wemabank alat', 'wemabank.com alat.ng'],
  ['bank', 'Zenith Bank', 'zenithbank', 'zenithbank.com'],
  ['courier', 'DHL', 'dhl dhlexpress', 'dhl.com'],
  ['courier', 'FedEx', 'fedex', 'fedex.com'],
  ['courier', 'GIG Logistics', 'giglogistics giglog gigm', 'giglogistics.com gigm.com'],
  ['courier', 'NIPOST', 'nipost', 'nipost.gov.ng'],
  ['courier', 'Sendbox', 'sendbox', 'sendbox.co'],
]

/** What stands around Oja's name in an address that passes for it. */
const around =
  `account admin app bank buy care claim com confirm courier customer delivery escrow get help login logistics market my naija ng
  nigeria official online pay payment protect refund safe secure security sell service shop site store support team the track
  tracking trust verification verify wallet web`
    .split(/\s+/)
    .flatMap((word) => [word, `${word}s`])

/** Whether an address has Oja's name, with nothing around it but such words. */
function imitatesOja(part: string): boolean {
  const [before = '', ...after] = part.split('oja')
  return after.length > 0 && [before, ...after].every((text) => isMadeOf(text, around))
}

/** A trade in which money or parcels are handed on, and what such a page asks for. */
const trades: readonly [kind: Imitation['kind'], name: string, words: RegExp][] = [
  ['bank', 'a bank or payment page', /bank|escrow/],
  ['courier', 'a courier', /courier|customs|deliver|dispatch|logistic|waybill/],
]
const asks = /claim|confirm|fee|login|pay|protect|refund|release|safe|secur|update|verif/

/** Letters and digits that pass for Latin letters. */
const alike: Record<string, string> = {
  ...{
    0: 'o',
    1: 'i',
    3: 'e',
    4: 'a',
    5: 's',
    а: 'a',
    е: 'e',
    о: 'o',
    р: 'p',
    с: 'c',
    у: 'y',
    х: 'x',
    і: 'i',
  },
  ...{ ј: 'j', ѕ: 's', ο: 'o', α: 'a', ո: 'n', օ: 'o', ı: 'i' },
}

/**
 * The site that an absolute web address imitates; null if it imitates none of the known ones. `origin` is Oja's, such as https://oja.example.
 */
export function imitationOf(address: string, origin: string): Imitation | null {
  const written = /^https?:\/\/(?:[^/?#\\]*@)?([^/?#\\:]*)/i.exec(address)?.[1]?.slice(0, 253) ?? ''
  const host = [...readableHost(written).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()]
    .map((letter) => (/[a-z]/.test(letter) ? letter : (alike[letter] ?? letter)))
    .join('')
  const plain = written.toLowerCase()
  const isOf = (real: string) => plain === real || plain.endsWith(`.${real}`)
  if (isOf(parseUrl(origin)?.hostname ?? '')) return null
  // Without the last part: com, ng.
  const labels = host.split('.').slice(0, -1)
  const parts = labels.flatMap((label) => [label.replaceAll('-', ''), ...label.split('-')])
  if (parts.some(imitatesOja)) return { kind: 'oja', name: 'Oja' }
  for (const [kind, name, marks, hosts] of brands) {
    const isNamed = marks
      .split(' ')
      .some((mark) => parts.some((part) => (mark.length > 4 ? part.includes(mark) : part === mark)))
    if (isNamed) return hosts.split(' ').some(isOf) ? null : { kind, name }
  }
  const trade = asks.test(host) && trades.find(([, , words]) => labels.some((label) => words.test(label)))
  return trade ? { kind: trade[0], name: trade[1] } : null
}
