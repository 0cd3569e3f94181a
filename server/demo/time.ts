export const MINUTES_A_DAY = 24 * 60

/** The time `minutes` before `moment`. */
export function earlier(moment: Date, minutes: number): Date {
  return new Date(moment.getTime() - Math.round(minutes * 60_000))
}

/** The time `minutes` after `moment`, but at most a little before `now`. */
export function later(moment: Date, minutes: number, now: Date): Date {
  const time = moment.getTime() + Math.round(minutes * 60_000)
  return new Date(Math.min(time, Math.max(moment.getTime(), now.getTime() - 60_000)))
}
