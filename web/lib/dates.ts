import { dayMs } from '#shared/limits.ts'
import { fullDate, inLagos } from './format.ts'

export const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')

/** A number for each day in Lagos, to count the days between two moments. */
export const lagosDayNumber = (moment: string | number) => Math.floor(inLagos(moment).getTime() / dayMs)

/** '14:05', in Lagos. */
export const clock = (moment: string | number) => inLagos(moment).toISOString().slice(11, 16)

/** A date with three letters of its month: '12 Mar 2026' of '12 March 2026'. */
export const shortMonth = (date: string) => date.replace(/[A-Z][a-z]+/, (month) => month.slice(0, 3))

/** '12 Mar 2026', in Lagos. */
export const shortDate = (moment: string) => shortMonth(fullDate(moment))
