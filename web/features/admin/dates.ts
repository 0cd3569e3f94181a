const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

const lagosDay = (moment: string) => new Date(Date.parse(moment) + 3_600_000)

/** '12 Mar 2026', in Lagos (UTC+1 all year). */
export function dayOf(moment: string): string {
  const day = lagosDay(moment)
  return `${day.getUTCDate()} ${months[day.getUTCMonth()]} ${day.getUTCFullYear()}`
}

/** '12 Mar 2026, 14:05', in Lagos. */
export function momentOf(moment: string): string {
  return `${dayOf(moment)}, ${lagosDay(moment).toISOString().slice(11, 16)}`
}

/** '12 Mar' of '2026-03-12'. */
export function shortDay(day: string): string {
  return `${Number(day.slice(8))} ${months[Number(day.slice(5, 7)) - 1]}`
}
