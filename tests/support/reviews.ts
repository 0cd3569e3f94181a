import type { TestApp, TestUser } from './test-app.ts'

/** Makes accounts 30 days old: reviews by new accounts may wait. */
export async function ageAccounts(t: TestApp, users: TestUser[]): Promise<void> {
  await t.db
    .updateTable('users')
    .set({ created_at: new Date(Date.now() - 30 * 86_400_000) })
    .where(
      'id',
      'in',
      users.map(({ id }) => id),
    )
    .execute()
}

export const review = (
  by: TestUser,
  of: TestUser,
  body: { stars: number; comment?: string } = { stars: 5 },
) => by.api('POST /api/users/:id/reviews', { params: { id: of.id }, body })

export const reviewsOf = (t: TestApp, of: TestUser) =>
  t.visitor('GET /api/users/:id/reviews', { params: { id: of.id }, query: {} })

/** The profile as another user sees it, by default a visitor. */
export const profileOf = (t: TestApp, of: TestUser, as: Pick<TestUser, 'api'> = { api: t.visitor }) =>
  as.api('GET /api/users/:id', { params: { id: of.id } })

/** The average as it is shown, and the number of reviews. */
export async function ratingOf(t: TestApp, of: TestUser): Promise<[string, number]> {
  const { ratingAvg, ratingCount } = await profileOf(t, of)
  return [ratingAvg, ratingCount]
}
