import { fullDate, inLagos } from '#web/lib/format.ts'

/** '12 Mar 2026', in Lagos. */
export const dayOf = (moment: string) => fullDate(moment).replace(/[a-z]+/i, (month) => month.slice(0, 3))

/** '12 Mar 2026, 14:05', in Lagos. */
export const momentOf = (moment: string) => `${dayOf(moment)}, ${inLagos(moment).toISOString().slice(11, 16)}`

/** '12 Mar' of '2026-03-12'. */
export const shortDay = (day: string) => dayOf(day).slice(0, -5)
