import { totalExactHeader, totalHeader } from '#shared/pagination.ts'
import type { SetHeader } from './register-endpoints.ts'

/** Says how many items all pages of a list have; `exact` false: they have more than `total`. */
export function setTotal(setHeader: SetHeader, { total, exact }: { total: number; exact: boolean }): void {
  setHeader(totalHeader, total)
  setHeader(totalExactHeader, exact)
}
