import { expect, expectAccessibleEverywhere, expectToast, open, test } from './support/browser.ts'
import { person, signIn } from './support/people.ts'
import type { OjaServer } from './support/server.ts'
import { listing } from './support/test-listings.ts'

/** Two people who just completed a deal. */
async function completedDeal(oja: OjaServer) {
  const seller = await person(oja, { fullName: 'Sade Seller' })
  const buyer = await person(oja, { fullName: 'Bola Buyer' })
  const { db } = oja.database
  const listingId = await listing(oja, seller, { title: 'Oak table' })
  const parties = { listing_id: listingId, seller_id: seller.id, buyer_id: buyer.id }
  const { id: threadId } = await db
    .insertInto('threads')
    .values(parties)
    .returning('id')
    .executeTakeFirstOrThrow()
  const now = new Date()
  const { id: dealId } = await db
    .insertInto('deals')
    .values({
      ...parties,
      thread_id: threadId,
      proposed_by: buyer.id,
      price: 2_000_000,
      place: 'Police station, main gate',
      state: 'Lagos',
      lga: 'Ikeja',
      meets_at: now,
      status: 'COMPLETED',
      paid_at: now,
      ended_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { seller, buyer, threadId, dealId }
}

test('[REVIEW-ASK] [REVIEW-BLIND] [REVIEW-PROOF] [REVIEW-ANSWER] after a deal both review each other, and one answers', async ({
  page,
  oja,
}) => {
  const { seller, buyer, threadId } = await completedDeal(oja)

  await signIn(page, oja, buyer)
  await open(page, `/chat?thread=${threadId}`)
  await page.getByRole('region', { name: 'Deal' }).getByRole('link', { name: 'Review', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave a Review' })
  await expect(dialog).toContainText('It appears when Sade Seller has reviewed you too, or on')
  await dialog.getByRole('radio', { name: '5 stars: Excellent' }).locator('..').click()
  await dialog.getByLabel('Comment (optional)').fill('As described.')
  await dialog.getByRole('button', { name: 'Post Review' }).click()
  await expectToast(page, 'Review saved', 'It appears when Sade Seller has reviewed you too, or on')
  const main = page.getByRole('main')
  await expect(main.getByRole('region', { name: 'Your review: only you see it' })).toContainText(
    'As described.',
  )
  await expect(main.getByText('No reviews yet')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await open(page, `/chat?thread=${threadId}`)
  await expect(page.getByRole('region', { name: 'Deal' })).toContainText('Deal completed')
  await expect(page.getByRole('link', { name: 'Review', exact: true })).toHaveCount(0)

  await seller.api('POST /api/users/:id/reviews', { params: { id: buyer.id }, body: { stars: 4 } })
  await signIn(page, oja, seller)
  await open(page, `/users/${seller.id}?tab=reviews`)
  const card = main.getByRole('listitem').filter({ hasText: 'As described.' })
  await expect(card).toContainText('Bought here')
  await expect(main.getByRole('region', { name: 'Ratings' })).toContainText('1 after a deal on Oja')
  await card.getByRole('button', { name: 'Answer to Bola Buyer' }).click()
  const answer = page.getByRole('dialog', { name: 'Answer this review' })
  await answer.getByLabel('Your answer').fill('Thank you, come again.')
  // As a phone does that needs the memory for another app.
  await page.reload()
  await card.getByRole('button', { name: 'Answer to Bola Buyer' }).click()
  await expect(answer.getByLabel('Your answer')).toHaveValue('Thank you, come again.')
  await expectAccessibleEverywhere(page)
  await answer.getByRole('button', { name: 'Post Answer' }).click()
  await expectToast(page, 'Answer posted', 'Your answer has been published.')
  await expect(card).toContainText('Answer by Sade Seller')
  await expect(card).toContainText('Thank you, come again.')
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('come again')

  await signIn(page, oja, buyer)
  await page.reload()
  await card.getByRole('button', { name: 'Report answer to Bola Buyer' }).click()
  const report = page.getByRole('dialog', { name: 'Report answer' })
  await report.getByLabel('What is wrong?').fill('They were rude.')
  const reported = page.waitForRequest((request) => request.url().endsWith('/report'))
  await report.getByRole('button', { name: 'Submit Report' }).click()
  expect((await reported).postDataJSON()).toEqual({ what: 'ANSWER', reason: 'They were rude.' })
  await expectToast(page, 'Report submitted')

  await signIn(page, oja, seller)
  await page.reload()
  await card.getByRole('button', { name: 'Edit answer to Bola Buyer' }).click()
  await page.getByRole('button', { name: 'Delete answer' }).click()
  await expectToast(page, 'Answer deleted', 'The review stands without it.')
  await expect(card).toContainText('As described.')
  await expect(card).not.toContainText('come again')
})

test('[REVIEW-ASK] a completed deal with an account that was closed since leads to no review', async ({
  page,
  oja,
}) => {
  const { seller, buyer, threadId, dealId } = await completedDeal(oja)
  await signIn(page, oja, buyer)
  const review = page.getByRole('link', { name: /^Review/ })
  const [deal, chat] = [`/deals/${dealId}`, `/chat?thread=${threadId}`]
  for (const address of [deal, chat]) {
    await open(page, address)
    await expect(review).toBeVisible()
  }
  await oja.database.db
    .updateTable('users')
    .set({ banned_at: new Date() })
    .where('id', '=', seller.id)
    .execute()
  await open(page, deal)
  await expect(page.getByText('Sade Seller has the money')).toBeVisible()
  await expect(review).toHaveCount(0)
  await open(page, chat)
  await expect(page.getByRole('region', { name: 'Deal' })).toContainText('Deal completed')
  await expect(review).toHaveCount(0)
})
