import { randomInt } from 'node:crypto'
import { imeiProblem } from '#shared/imei.ts'

/** An IMEI that nobody else got, with its check digit. */
export function anImei(): string {
  const start = `35${String(randomInt(10 ** 12)).padStart(12, '0')}`
  const all = Array.from({ length: 10 }, (_, digit) => `${start}${digit}`)
  return all.find((digits) => imeiProblem(digits) === null) ?? anImei()
}
