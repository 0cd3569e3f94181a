import { isSignature, type Keys, sign } from './signed-links.ts'

const purpose = 'appeal'

/**
 * The token with which the person concerned reads and appeals an act of the moderation history, also while
 * their account is banned.
 */
export async function appealToken(keys: Keys, actId: number): Promise<string> {
  return `${actId}-${await sign(keys, purpose, String(actId))}`
}

/** The id of a token's act; null for an invalid token. */
export async function readAppealToken(keys: Keys, token: string): Promise<number | null> {
  const [, id, given = ''] = /^([1-9]\d{0,9})-([\w-]{22})$/.exec(token) ?? []
  if (!id || Number(id) > 2_147_483_647) return null
  return (await isSignature(keys, purpose, id, given)) ? Number(id) : null
}
