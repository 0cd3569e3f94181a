import { invalidField } from '#shared/errors.ts'
import { claimsToBeOja, hasPictogram, skeletonOf } from '#shared/impersonating-names.ts'

/** Usernames that people would take for Oja itself, and words that have a meaning in programs. */
const reserved = new Set(
  `about abuse account accounts admin administrator api app billing blog bot careers chat contact help helpdesk
  hostmaster info legal login logout mail marketplace mod moderation moderator moderators news noreply null official
  oja ojaadmin ojahelp ojaofficial ojasupport ojateam owner payment payments postmaster press privacy register root
  safety sales security seller settings staff status support sysadmin system team terms test undefined user username
  users verified webmaster`
    .split(/\s+/)
    .map(skeletonOf),
)

/** The usernames of deleted accounts. */
const deletedUsername = /^deleted_\d+$/i

/**
 * Whether a username is reserved, ignoring case, underscores and look-alikes: `Admin`, `0ja_support`,
 * `deleted_7`.
 */
export function isUsernameReserved(username: string): boolean {
  return (
    deletedUsername.test(username) ||
    reserved.has(skeletonOf(username.replaceAll('_', ''))) ||
    claimsToBeOja(username)
  )
}

/** Whether an address has the form that deleted accounts get, which no mail can reach. */
export function isDeletedAccountAddress(email: string): boolean {
  return email.toLowerCase().endsWith('@deleted.invalid')
}

/** Throws VALIDATION_FAILED for a name that claims to be Oja, or has signs that could pass for a mark of Oja. */
export function refuseImpersonatingName(fullName: string): void {
  const message = claimsToBeOja(fullName)
    ? 'This name is kept for the people who run Oja. Use your own name, or that of your shop'
    : hasPictogram(fullName)
      ? 'A name has no emoji, ticks or badges. Use letters and numbers'
      : null
  if (message !== null) throw invalidField('fullName', message)
}
