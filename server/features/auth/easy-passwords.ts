import { AppError } from '#shared/errors.ts'
import { limits, PRODUCT_NAME } from '#shared/limits.ts'

/** What comes to mind at once about this place: docs/security.md, "Words that no password is". */
const contextWords = [
  PRODUCT_NAME,
  ...['market', 'marketplace', 'naija', 'nigeria', 'naira', 'lagos', 'abuja'],
  ...['seller', 'buyer', 'listing', 'admin', 'administrator', 'moderator', 'support'],
  ...['password', 'welcome'],
]

let common: Promise<Set<string>> | undefined

/** Passwords that many people chose, in small letters; read when a password is first chosen. */
function commonPasswords(): Promise<Set<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) =>
      new Set(
        (dictionary['passwords-common'] as string[])
          .filter((password) => password.length >= limits.password.min)
          .map((password) => password.toLowerCase()),
      ),
  )
  return common
}

/** What somebody who guesses knows: the names that belong to an account. */
export interface Owner {
  fullName: string
  username: string
  email: string
}

/**
 * Refuses a password that many people have, or that is made of names of its owner and words of this place alone, with or
 * without digits around it.
 * Throws VALIDATION_FAILED naming `field`.
 */
export async function refuseEasyPassword(
  password: string,
  field: 'password' | 'newPassword',
  owner?: Owner,
): Promise<void> {
  const isCommon = (await commonPasswords()).has(password.normalize('NFKC').toLowerCase())
  if (!isCommon && !isOnlyNames(password, owner)) return
  const message = 'This password is easy to guess. Please choose another one.'
  throw new AppError('VALIDATION_FAILED', message, { errors: [{ path: field, message }] })
}

function isOnlyNames(password: string, owner: Owner | undefined): boolean {
  const names = owner
    ? [
        owner.fullName,
        ...owner.fullName.split(/\s+/),
        owner.username,
        owner.email,
        owner.email.split('@')[0] ?? '',
      ]
    : []
  const core = wordOf(password)
  // All digits and signs: nothing is left to compare.
  return core !== '' && isMadeOf(core, [...contextWords, ...names].map(wordOf))
}

/** The letters and digits of a text, without the digits at its ends. */
function wordOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/^\p{N}+|(?<!\p{N})\p{N}+$/gu, '')
}

/** `ojaojaoja` and `naijamarket` are no more than their words. */
function isMadeOf(text: string, words: string[]): boolean {
  const reached = new Set([0])
  for (const at of reached) {
    for (const word of words) if (word !== '' && text.startsWith(word, at)) reached.add(at + word.length)
  }
  return reached.has(text.length)
}
