import type { Locator, Page } from '@playwright/test'
import { administrator, rowOf } from './support/administrators.ts'
import { closeToast, expect, expectAccessibleEverywhere, expectToast, open, test } from './support/browser.ts'
import { type Person, person, signIn } from './support/people.ts'
import type { OjaServer } from './support/server.ts'
import { listing } from './support/test-listings.ts'

const actions = (page: Page) => page.getByRole('main').getByRole('button', { name: /^(Leave Review|Report)/ })
const counter = (dialog: Locator, label: string, text: string) =>
  expect(dialog.getByLabel(label)).toHaveAccessibleDescription(new RegExp(`${text}$`))

async function review(by: Person, of: Person, stars: number, comment?: string): Promise<void> {
  const body = { stars, ...(comment ? { comment } : {}) }
  await by.api('POST /api/users/:id/reviews', { params: { id: of.id }, body })
}

const reports = (oja: OjaServer, reporter: Person) =>
  oja.database.db
    .selectFrom('reports')
    .select(['target_type', 'target_id', 'reason', 'details'])
    .where('reporter_id', '=', reporter.id)
    .execute()

test.describe('access', () => {
  test('[PROFILE-LEAVE-REVIEW] [MAY-REVIEW] [MAY-REPORT] signed-in viewers except the owner get both buttons, nobody else', async ({
    page,
    oja,
  }) => {
    const seller = await person(oja)
    const path = `/users/${seller.id}`
    await open(page, path)
    await expect(actions(page)).toHaveCount(0)

    await signIn(page, oja, seller)
    for (const own of [path, '/profile']) {
      await open(page, own)
      await expect(actions(page)).toHaveCount(0)
      await expect(page.getByRole('link', { name: 'Edit profile' })).toHaveAttribute('href', '/settings')
    }

    await signIn(page, oja, await person(oja))
    await open(page, path)
    await expect(actions(page)).toHaveText(['Leave Review', 'Report'])
    await expect(page.getByRole('link', { name: 'Edit profile' })).toHaveCount(0)
  })

  test('[DETAIL-REPORT] a visitor who reports a listing is asked to log in, and returns to it', async ({
    page,
    oja,
  }) => {
    const id = await listing(oja, await person(oja))
    await open(page, `/listings/${id}`)
    await page.getByRole('button', { name: 'Report Listing' }).click()
    const dialog = page.getByRole('dialog', { name: 'Login required' })
    await expect(dialog).toContainText('You need to be logged in to report listings.')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)
    await page.getByRole('button', { name: 'Report Listing' }).click()
    await dialog.getByRole('link', { name: 'Go to Login' }).click()
    await expect(page).toHaveURL(`/login?next=/listings/${id}`)
  })
})

test.describe('reviews', () => {
  test('[PROFILE-REVIEW-DIALOG] [SPEC-V1] [PROFILE-REVIEWS] [PROFILE-STARS] [TOAST-REVIEW] stars and a comment are posted, and shown immediately', async ({
    page,
    oja,
  }) => {
    const seller = await person(oja, { fullName: 'Sade Seller' })
    await signIn(page, oja, await person(oja, { fullName: 'Bola Buyer' }))
    await open(page, `/users/${seller.id}`)
    await page.getByRole('button', { name: 'Leave Review' }).click()
    const dialog = page.getByRole('dialog', { name: 'Leave a Review' })
    const post = dialog.getByRole('button', { name: 'Post Review' })
    await expect(dialog).toContainText('How was it to deal with Sade Seller?')
    await expect(dialog.getByRole('radio')).toHaveCount(5)
    await expect(dialog.getByRole('radio', { checked: true })).toHaveCount(0)
    await expect(post).toBeDisabled()

    // A review needs stars.
    await dialog.getByLabel('Comment (optional)').fill('  Prompt and kind. ')
    await counter(dialog, 'Comment (optional)', '19/1000')
    await expect(post).toBeDisabled()
    await dialog.getByRole('radio', { name: '3 stars: Good' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(dialog.getByRole('radio', { name: '4 stars: Very good' })).toBeChecked()
    await expect(dialog.getByText('Very good', { exact: true })).toBeVisible()
    await expectAccessibleEverywhere(page)
    await post.click()
    await expectToast(page, 'Review posted', 'Your review has been published successfully.')
    await expect(dialog).toHaveCount(0)

    const main = page.getByRole('main')
    await expect(main.getByText('4.0 (1)')).toBeVisible()
    await main.getByRole('link', { name: 'Reviews 1' }).click()
    await expect(main.getByText('Prompt and kind.', { exact: true })).toBeVisible()
    await expect(main.getByRole('link', { name: 'Bola Buyer' })).toBeVisible()
  })

  test('[PROFILE-REVIEW-DIALOG] [REVIEW-REPLACE] an earlier reviewer changes the own review', async ({
    page,
    oja,
  }) => {
    const seller = await person(oja)
    const buyer = await person(oja)
    await review(buyer, seller, 2, 'Came late.')
    // So many that it is on another page.
    for (const reviewer of await Promise.all(Array.from({ length: 24 }, () => person(oja))))
      await review(reviewer, seller, 2)
    await signIn(page, oja, buyer)
    await open(page, `/users/${seller.id}?tab=reviews`)
    await page.getByRole('button', { name: 'Leave Review' }).click()
    const dialog = page.getByRole('dialog', { name: 'Update your review' })
    await expect(dialog.getByRole('radio', { name: '2 stars: Fair' })).toBeChecked()
    await expect(dialog.getByLabel('Comment (optional)')).toHaveValue('Came late.')
    await dialog.getByText('Update your review').hover()
    await dialog.getByRole('radio', { name: '5 stars: Excellent' }).locator('..').click()
    await dialog.getByLabel('Comment (optional)').fill('')
    await dialog.getByRole('button', { name: 'Update Review' }).click()
    await expectToast(page, 'Review posted')
    const main = page.getByRole('main')
    await expect(main.getByText('2.1 (25)')).toBeVisible()
    await expect(main.getByText('Came late.')).toHaveCount(0)
    const [newest] = await buyer.api('GET /api/users/:id/reviews', { params: { id: seller.id }, query: {} })
    expect(newest).toMatchObject({ stars: 5, comment: null })
  })

  test('[PROFILE-REVIEW-DIALOG] [ERROR-REVIEW] a failure shows an error, and keeps the input', async ({
    page,
    oja,
    expectedStatuses,
  }) => {
    expectedStatuses.push(500, 403)
    const seller = await person(oja)
    const buyer = await person(oja)
    await signIn(page, oja, buyer)
    await open(page, `/users/${seller.id}`)
    await page.getByRole('button', { name: 'Leave Review' }).click()
    const dialog = page.getByRole('dialog', { name: 'Leave a Review' })
    const post = dialog.getByRole('button', { name: 'Post Review' })
    await dialog.getByRole('radio', { name: '1 star: Poor' }).locator('..').click()
    await dialog.getByLabel('Comment (optional)').fill('Never came.')
    const call = `**/api/users/${seller.id}/reviews`
    await page.route(call, (route) => route.fulfill({ status: 500, body: '' }))
    await post.click()
    await expectToast(page, 'Failed to post review', 'Please try again later.')
    await closeToast(page)
    await page.unroute(call)

    await oja.database.db
      .insertInto('blocks')
      .values({ blocker_id: seller.id, blocked_id: buyer.id })
      .execute()
    await post.click()
    await expectToast(page, 'Failed to post review', 'This user takes no reviews from you.')
    // Also after closing and reopening the dialog.
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)
    await page.getByRole('button', { name: 'Leave Review' }).click()
    await expect(dialog.getByLabel('Comment (optional)')).toHaveValue('Never came.')
    await expect(dialog.getByRole('radio', { name: '1 star: Poor' })).toBeChecked()
  })

  test('[PROFILE-REVIEW-DIALOG] a double click posts once', async ({ page, oja }) => {
    const seller = await person(oja)
    await signIn(page, oja, await person(oja))
    await open(page, `/users/${seller.id}`)
    await page.getByRole('button', { name: 'Leave Review' }).dblclick()
    const dialog = page.getByRole('dialog', { name: 'Leave a Review' })
    await dialog.getByRole('radio', { name: '5 stars: Excellent' }).locator('..').dblclick()
    let calls = 0
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/reviews')) calls += 1
    })
    await dialog.getByRole('button', { name: 'Post Review' }).dblclick()
    await expectToast(page, 'Review posted')
    expect(calls).toBe(1)
  })

  test('[PROFILE-REVIEWS] the reviews begin with the number of each rating', async ({ page, oja }) => {
    const seller = await person(oja)
    for (const stars of [5, 5, 4, 1]) await review(await person(oja), seller, stars)
    await open(page, `/users/${seller.id}?tab=reviews`)
    const ratings = page.getByRole('region', { name: 'Ratings' })
    await expect(ratings).toContainText('3.8')
    await expect(ratings).toContainText('4 reviews')
    await expect(ratings.getByRole('listitem')).toContainText([
      '5 stars: 2 of 4',
      '4 stars: 1 of 4',
      '3 stars: 0 of 4',
      '2 stars: 0 of 4',
      '1 star: 1 of 4',
    ])
    await expectAccessibleEverywhere(page)
  })

  test('[PROFILE-REVIEWS] more than 24 reviews: the others come as the reader nears the end; deleted users are not named', async ({
    page,
    oja,
  }) => {
    const seller = await person(oja)
    const reviewers = await Promise.all(Array.from({ length: 26 }, () => person(oja)))
    for (const reviewer of reviewers) await review(reviewer, seller, 5)
    const { id = 0 } = reviewers.at(-1) ?? {}
    await oja.database.db
      .updateTable('users')
      .set({ deletion_due_at: new Date() })
      .where('id', '=', id)
      .execute()
    await open(page, `/users/${seller.id}?tab=reviews`)
    const cards = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: /ago|Just now/ })
    await expect(cards).toHaveCount(24)
    await expect(page.getByRole('region', { name: 'Ratings' })).toContainText('26 reviews')
    await expect(cards.first()).toContainText('Former member')
    await expect(cards.first().getByRole('link')).toHaveCount(0)
    await cards.last().scrollIntoViewIfNeeded()
    await expect(cards).toHaveCount(26)
    await expect(page.getByRole('link', { name: 'Show more' })).toHaveCount(0)
    // On the way back they are there again.
    await cards.last().getByRole('link').click()
    await expect(page).not.toHaveURL(new RegExp(`/users/${seller.id}`))
    await page.goBack()
    await expect(cards).toHaveCount(26)
  })
})

test.describe('reports', () => {
  test('[DETAIL-REPORT] [SPEC-R1] [TOAST-REPORT] [LIMIT-REPORT] a listing is reported with a reason and details, with live counters', async ({
    page,
    oja,
  }) => {
    const reporter = await person(oja)
    const id = await listing(oja, await person(oja), { title: 'Gas cooker, two burners' })
    await signIn(page, oja, reporter)
    await open(page, `/listings/${id}`)
    await page.getByRole('button', { name: 'Report Listing' }).click()
    const dialog = page.getByRole('dialog', { name: 'Report Listing' })
    await expect(dialog).toContainText('Gas cooker, two burners')
    const send = dialog.getByRole('button', { name: 'Submit Report' })
    const reason = dialog.getByLabel('Reason')
    const details = dialog.getByLabel('Details (optional)')
    await expect(send).toBeDisabled()
    await counter(dialog, 'Reason', '0/100')
    await counter(dialog, 'Details (optional)', '0/1000')
    await reason.fill('   ')
    await expect(send).toBeDisabled()

    const preset = dialog.getByRole('button', { name: 'Counterfeit item' })
    await preset.click()
    await expect(preset).toHaveAttribute('aria-pressed', 'true')
    await expect(reason).toHaveValue('Counterfeit item')
    await counter(dialog, 'Reason', '16/100')
    await reason.press('End')
    await reason.pressSequentially(', I think')
    await expect(preset).toHaveAttribute('aria-pressed', 'false')
    await details.fill('  The plate says another maker. ')
    await counter(dialog, 'Details (optional)', '32/1000')
    await expectAccessibleEverywhere(page)

    await page.reload()
    await page.getByRole('button', { name: 'Report Listing' }).click()
    await expect(details).toHaveValue('  The plate says another maker. ')
    await reason.fill('Counterfeit item, I think')
    await send.click()
    await expectToast(page, 'Report submitted', 'Thank you for helping keep our community safe.')
    await expect(dialog).toHaveCount(0)
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('another maker')
    expect(await reports(oja, reporter)).toEqual([
      {
        target_type: 'LISTING',
        target_id: id,
        reason: 'Counterfeit item, I think',
        details: 'The plate says another maker.',
      },
    ])
  })

  test('[REVIEW-REPORT] a moderator reads what was reported, also where its author changed it since', async ({
    page,
    oja,
  }) => {
    const [author, reviewed] = [await person(oja, { fullName: 'Rude Reviewer' }), await person(oja)]
    await review(author, reviewed, 1, 'Spends stolen money.')
    const [shown] = await author.api('GET /api/users/:id/reviews', { params: { id: reviewed.id }, query: {} })
    await reviewed.api('POST /api/reviews/:id/report', {
      params: { id: shown?.id ?? 0 },
      body: { what: 'REVIEW', reason: 'A lie.' },
    })
    await signIn(page, oja, await administrator(oja))
    await open(page, '/admin?tab=held&q=rude+reviewer')
    const row = rowOf(page, 'Rude Reviewer')
    await expect(row).toContainText('“Spends stolen money.”')
    await expect(row).not.toContainText('When it was reported')
    await review(author, reviewed, 1, 'Was late.')
    await page.reload()
    await expect(row).toContainText('“Was late.”')
    await expect(row).toContainText('When it was reported: “Spends stolen money.”')
  })

  test('[DETAIL-REPORT] nobody reports their own listing', async ({ page, oja }) => {
    const seller = await person(oja)
    const id = await listing(oja, seller)
    await signIn(page, oja, seller)
    await open(page, `/listings/${id}`)
    await expect(page.getByRole('button', { name: 'Report Listing' })).toHaveCount(0)
  })

  test('[PROFILE-REPORT-DIALOG] [SPEC-R1] [REPORT-ONCE] [TOAST-REPORT] a user can be reported once while the report is open; blank details are not sent', async ({
    page,
    oja,
    expectedStatuses,
  }) => {
    expectedStatuses.push(409)
    const reporter = await person(oja)
    const seller = await person(oja, { fullName: 'Sade Seller' })
    await signIn(page, oja, reporter)
    await open(page, `/users/${seller.id}`)
    const bodies: unknown[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/reports')) bodies.push(request.postDataJSON())
    })
    await page.getByRole('button', { name: 'Report', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Report User' })
    await expect(dialog).toContainText('Sade Seller')
    await dialog.getByRole('button', { name: 'Spam' }).click()
    await dialog.getByLabel('Details (optional)').fill('  \n ')
    await expectAccessibleEverywhere(page)
    const send = dialog.getByRole('button', { name: 'Submit Report' })
    await send.dblclick()
    await expectToast(page, 'Report submitted', 'Thank you for helping keep our community safe.')
    await expect(dialog).toHaveCount(0)
    expect(bodies).toEqual([{ targetType: 'USER', targetId: seller.id, reason: 'Spam' }])

    await page.getByRole('button', { name: 'Report', exact: true }).click()
    await expect(dialog.getByLabel('Reason')).toHaveValue('')
    await dialog.getByLabel('Reason').fill('Spam again')
    await page.keyboard.press('Enter')
    await expectToast(
      page,
      'Failed to submit report',
      'You have reported this user already. Our moderators will look at it.',
    )
    await expect(dialog.getByLabel('Reason')).toHaveValue('Spam again')
    expect(await reports(oja, reporter)).toHaveLength(1)
  })

  test('[PROFILE-REPORT-DIALOG] [ERROR-REPORT] a failure keeps the input, also across a new login', async ({
    page,
    oja,
    expectedStatuses,
  }) => {
    expectedStatuses.push(500, 401)
    const seller = await person(oja)
    const reporter = await person(oja)
    await signIn(page, oja, reporter)
    await open(page, `/users/${seller.id}`)
    const report = page.getByRole('button', { name: 'Report', exact: true })
    await report.click()
    const dialog = page.getByRole('dialog', { name: 'Report User' })
    const longest = 'x'.repeat(100)
    await dialog.getByLabel('Reason').fill(longest)
    await dialog.getByLabel('Reason').pressSequentially('yz')
    await expect(dialog.getByLabel('Reason')).toHaveValue(longest)
    await counter(dialog, 'Reason', '100/100')
    await page.route('**/api/reports', (route) => route.fulfill({ status: 500, body: '' }))
    const send = dialog.getByRole('button', { name: 'Submit Report' })
    await send.click()
    await expectToast(page, 'Failed to submit report', 'Please try again later.')
    await closeToast(page)
    await page.unroute('**/api/reports')

    await oja.database.db.deleteFrom('sessions').where('user_id', '=', reporter.id).execute()
    await send.click()
    const login = page.getByRole('dialog', { name: 'Login required' })
    await login.getByRole('button', { name: 'Cancel' }).click()
    await expect(login).toHaveCount(0)
    await report.click()
    await expect(dialog.getByLabel('Reason')).toHaveValue(longest)
  })
})
