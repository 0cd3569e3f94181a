export const MINUTES_A_DAY = 24 * 60

/** The moment so many minutes before `moment`. */
export function earlier(moment: Date, minutes: number): Date {
  return new Date(moment.getTime() - Math.round(minutes * 60_000))
}

/** So many minutes after `moment`, but a little before `now` where that would be later. */
export function later(moment: Date, minutes: number, now: Date): Date {
  const time = moment.getTime() + Math.round(minutes * 60_000)
  return new Date(Math.min(time, Math.max(moment.getTime(), now.getTime() - 60_000)))
}
