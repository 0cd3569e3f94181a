/** Whether a bar was met. */
export interface Verdict {
  /** What was judged, such as `p99 ≤ 25 ms`. */
  bar: string
  met: boolean
  /** What was measured, such as `18.2 ms (27 % below)`. */
  measured: string
  /** How far inside the bar, as a share of it; below 0 outside. */
  margin?: number
}

/** The figure must not be above the limit. */
export function atMost(what: string, figure: number, limit: number, unit = ''): Verdict {
  return judge(`${what} ≤ ${show(limit, unit)}`, { figure, limit, unit, margin: 1 - figure / limit })
}

/** The figure must not be below the limit. */
export function atLeast(what: string, figure: number, limit: number, unit = ''): Verdict {
  return judge(`${what} ≥ ${show(limit, unit)}`, { figure, limit, unit, margin: figure / limit - 1 })
}

/** Something that is so or is not: `measured` says how it is. */
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
