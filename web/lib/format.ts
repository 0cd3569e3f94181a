import { formatCount } from '#shared/money.ts'

/** `count` of something: '1 review', '1,204 reviews'. */
export function pluralise(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** 'x ago' for the start of a line; 'Recently' without a time. `now` in milliseconds. */
export function timeAgo(moment: string | null | undefined, now: number): string {
  if (!moment) return 'Recently'
  const seconds = (now - Date.parse(moment)) / 1000
  for (const [unit, length] of units) {
    const count = Math.floor(seconds / length)
    if (count >= 1) return `${pluralise(count, unit)} ago`
  }
  return 'Just now'
}

/** The same in the middle of a sentence, such as after 'Posted'. */
export function timeAgoInline(moment: string | null | undefined, now: number): string {
  return timeAgo(moment, now).toLowerCase()
}

export const months =
  'January February March April May June July August September October November December'.split(' ')

/** A date whose UTC fields are those of a clock in Lagos (UTC+1 all year): the same on the server and on every phone. */
export const inLagos = (moment: string | number) => new Date(new Date(moment).getTime() + 3_600_000)

/** 'March 2024', in Lagos time. */
export function monthAndYear(moment: string): string {
  const lagos = inLagos(moment)
  return `${months[lagos.getUTCMonth()]} ${lagos.getUTCFullYear()}`
}

/** '5 March 2024', in Lagos time. */
export function fullDate(moment: string): string {
  return `${inLagos(moment).getUTCDate()} ${monthAndYear(moment)}`
}

/** The name of a state where there is little room: the longest one as Nigerians shorten it. */
export const shortState = (state: string) => state.replace('Federal Capital Territory', 'FCT')
