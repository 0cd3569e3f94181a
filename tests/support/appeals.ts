import type { TestApp, TestUser } from './test-app.ts'

/** Appeals the decision of a link's token, without a session. */
export const appeal = (t: TestApp, token: string, text = 'I took the photos myself.') =>
  t.visitor('POST /api/appeals', { query: { token }, body: { text } })

/** The token of the link in a user's last mail. */
export async function tokenFor(t: TestApp, { email }: TestUser): Promise<string> {
  const mail = (await t.mails(email)).at(-1)
  return /^https:\/\/oja\.example\/appeal\?token=(\S+)$/m.exec(mail?.text ?? '')?.[1] ?? ''
}

/** Appeals the last decision about a user by its mail; returns the appeal's id. */
export async function appealOf(t: TestApp, user: TestUser): Promise<number> {
  await appeal(t, await tokenFor(t, user))
  const { id } = await t.db
    .selectFrom('appeals')
    .select('id')
    .where('appellant_id', '=', user.id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return id
}
