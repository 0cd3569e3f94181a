import { clock, lagosDayNumber, shortMonth, weekdays } from '#web/lib/dates.ts'
import { inLagos, months } from '#web/lib/format.ts'

function date(moment: number, now: number): string {
  const then = inLagos(moment)
  const year = then.getUTCFullYear() === inLagos(now).getUTCFullYear() ? '' : ` ${then.getUTCFullYear()}`
  return `${then.getUTCDate()} ${months[then.getUTCMonth()]}${year}`
}

/** The day of a time: 'Today', 'Yesterday', a weekday of the last week, or the date. */
export function dayLabel(moment: string, now: number): string {
  const then = Date.parse(moment)
  const days = lagosDayNumber(now) - lagosDayNumber(then)
  if (days <= 0) return 'Today'
  if (days === 1) return 'Yesterday'
  if (days < 7) return weekdays[inLagos(then).getUTCDay()] ?? ''
  return date(then, now)
}

/** Heading of a day in a conversation: 'Today', 'Yesterday', 'Monday 16 Nov', 'Monday 16 Nov 2025'. */
export function dayHeading(moment: string, now: number): string {
  const label = dayLabel(moment, now)
  if (label === 'Today' || label === 'Yesterday') return label
  const then = Date.parse(moment)
  return `${weekdays[inLagos(then).getUTCDay()]} ${shortMonth(date(then, now))}`
}

export function isSameDay(a: string, b: string): boolean {
  return lagosDayNumber(a) === lagosDayNumber(b)
}

/** The exact time: '14 November 2026, 14:05'. */
export function exactTime(moment: string): string {
  const then = Date.parse(moment)
  return `${date(then, 0)}, ${clock(then)}`
}

/** The last activity of a conversation, abbreviated: 'Just now', '5 min', '3 h', 'Yesterday', 'Monday', '14 Nov'. */
export function shortTime(moment: string, now: number): string {
  const then = Date.parse(moment)
  const minutes = Math.floor((now - then) / 60_000)
  const days = lagosDayNumber(now) - lagosDayNumber(then)
  if (minutes < 1) return 'Just now'
  if (minutes < 60) return `${minutes} min`
  if (days <= 0) return `${Math.floor(minutes / 60)} h`
  if (days < 7) return dayLabel(moment, now)
  return shortMonth(date(then, now))
}
