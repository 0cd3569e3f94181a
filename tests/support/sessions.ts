import { randomBytes } from 'node:crypto'
import { hashToken } from '#server/lib/tokens.ts'
import type { TestApp, TestUser } from './test-app.ts'

/** Creates another session of a user. */
export async function createTokenSession(
  { db }: Pick<TestApp, 'db'>,
  user: Pick<TestUser, 'id'>,
  fields: { userAgent?: string | null; ip?: string; lastSeenAt?: string; expired?: boolean } = {},
): Promise<{ id: number; cookie: string }> {
  const token = randomBytes(32).toString('base64url')
  const { id } = await db
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      user_id: user.id,
      user_agent: fields.userAgent ?? null,
      ip: fields.ip ?? null,
      expires_at: new Date(Date.now() + (fields.expired ? -1000 : 3_600_000)),
      ...(fields.lastSeenAt ? { last_seen_at: new Date(fields.lastSeenAt) } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, cookie: `oja_session=${token}` }
}
