import { AppError } from '#shared/errors.ts'
import { claimsHouse, lookOf } from '#shared/house-names.ts'

/** Names that people would take for Oja itself. */
const reserved = new Set(
  `about abuse account accounts admin administrator api app billing blog bot careers chat contact help helpdesk
  hostmaster info legal login logout mail marketplace mod moderation moderator moderators news noreply null official
  oja ojaadmin ojahelp ojaofficial ojasupport ojateam owner payment payments postmaster press privacy register root
  safety sales security seller settings staff status support sysadmin system team terms test undefined user username
  users verified webmaster`
    .split(/\s+/)
    .map(lookOf),
)

/** What deleted accounts are called. */
const deleted = /^deleted_\d+$/i

/** Whether a username is kept back, whatever its case, underscores and look-alikes: `Admin`, `0ja_support`, `deleted_7`. */
export function isReserved(username: string): boolean {
  return deleted.test(username) || reserved.has(lookOf(username.replaceAll('_', ''))) || claimsHouse(username)
}

/** Whether an address is of the kind that deleted accounts have: no mail can ever reach it. */
export function isOfDeleted(email: string): boolean {
  return email.toLowerCase().endsWith('@deleted.invalid')
}

/** Throws VALIDATION_FAILED for the name of somebody who says that they are Oja itself and is no administrator. */
export function refuseHouseName(fullName: string): void {
  if (!claimsHouse(fullName)) return
  const message = 'This name is kept for the people who run Oja. Use your own name, or that of your shop'
  throw new AppError('VALIDATION_FAILED', message, { errors: [{ path: 'fullName', message }] })
}
