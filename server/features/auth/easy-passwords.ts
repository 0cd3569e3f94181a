import { invalidField } from '#shared/errors.ts'
import { limits, PRODUCT_NAME } from '#shared/limits.ts'
import { isMadeOf } from '#shared/text.ts'

/** Words that are guessed first for this product: docs/security.md, "Refused passwords". */
const contextWords = [
  PRODUCT_NAME,
  ...['market', 'marketplace', 'naija', 'nigeria', 'naira', 'lagos', 'abuja'],
  ...['seller', 'buyer', 'listing', 'admin', 'administrator', 'moderator', 'support'],
  ...['password', 'welcome'],
]

let common: Promise<Set<string>> | undefined

/** Common passwords in lower case, loaded when a password is first chosen. */
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

/** What a guesser knows: the names of an account. */
export interface Owner {
  fullName: string
  username: string
  email: string
}

/**
 * Refuses a common password, and one that consists only of its owner's names and of context words, with or
 * without digits around it. Throws VALIDATION_FAILED naming `field`.
 */
export async function refuseEasyPassword(
  password: string,
  field: 'password' | 'newPassword',
  owner?: Owner,
): Promise<void> {
  const isCommon = (await commonPasswords()).has(password.normalize('NFKC').toLowerCase())
  if (!isCommon && !isOnlyNames(password, owner)) return
  throw invalidField(field, 'This password is easy to guess. Please choose another one.')
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
  // Recognises `ojaojaoja` and `naijamarket`. All digits and signs: nothing is left to compare.
  return core !== '' && isMadeOf(core, [...contextWords, ...names].map(wordOf))
}

/** The letters and digits of a text, without digits at its ends. */
function wordOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/^\p{N}+|(?<!\p{N})\p{N}+$/gu, '')
}
