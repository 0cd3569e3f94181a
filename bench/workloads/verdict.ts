import type { Facts } from '../requests/facts.ts'

/** Whether a limit was met. */
export interface Verdict {
  /** The limit, such as `p99 ≤ 25 ms`. */
  bar: string
  met: boolean
  /** The measurement, such as `18.2 ms (27 % below)`. */
  measured: string
  /** The distance to the limit as a share of it; negative if it is missed. */
  margin?: number
}

/** The limit for a marketplace of this size, of those for a million and for ten million listings. */
export function limitFor(
  { listings }: Pick<Facts, 'listings'>,
  [atMillion, atTenMillion]: readonly [number, number],
): number {
  return listings > 3_000_000 ? atTenMillion : atMillion
}

/** The figure must not exceed the limit. */
export function atMost(what: string, figure: number, limit: number, unit = ''): Verdict {
  return judge(`${what} ≤ ${show(limit, unit)}`, { figure, limit, unit, margin: 1 - figure / limit })
}

/** The figure must not be below the limit. */
export function atLeast(what: string, figure: number, limit: number, unit = ''): Verdict {
  return judge(`${what} ≥ ${show(limit, unit)}`, { figure, limit, unit, margin: figure / limit - 1 })
}

/** A yes-or-no result; `measured` describes it. */
export function holds(what: string, met: boolean, measured: string): Verdict {
  return { bar: what, met, measured }
}

interface Judged {
  figure: number
  limit: number
  unit: string
  margin: number
}

function judge(bar: string, { figure, limit, unit, margin }: Judged): Verdict {
  if (!Number.isFinite(figure)) return { bar, met: false, measured: 'nothing measured', margin: -1 }
  const difference = Math.round((figure / limit - 1) * 100)
  const side = difference < 0 ? 'below' : 'above'
  const distance = difference === 0 ? '' : ` (${Math.abs(difference)} % ${side})`
  return { bar, met: margin >= 0, measured: `${show(figure, unit)}${distance}`, margin }
}

function show(figure: number, unit: string): string {
  const digits = Math.abs(figure) >= 100 || Number.isInteger(figure) ? 0 : Math.abs(figure) >= 10 ? 1 : 2
  const number = figure.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: 0 })
  return unit === '%' ? `${Math.round(figure * 100)} %` : unit ? `${number} ${unit}` : number
}
