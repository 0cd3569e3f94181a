import { expect, expectAccessibleEverywhere, expectToast, open, test } from './support/browser.ts'
import { person, signIn } from './support/people.ts'
import { listing, minutesAgo, uploadPhoto } from './support/test-listings.ts'

test.describe('a profile', () => {
  test('[PROFILE-HEADER] [PROFILE-VERIFIED] [PROFILE-STARS] [PROFILE-LISTINGS] [PROFILE-REVIEWS] seller, rating and reviews', async ({
    page,
    oja,
  }) => {
    const seller = await person(oja, {
      fullName: 'Ngozi Okafor',
      bio: 'I sell what my three children grew out of.',
      state: 'Enugu',
      lga: 'Nsukka',
      phoneVerified: true,
    })
    const buyer = await person(oja, { fullName: 'Emeka Buyer' })
    const { db } = oja.database
    await db
      .updateTable('users')
      .set({ created_at: new Date('2023-03-31T23:30:00Z') })
      .where('id', '=', seller.id)
      .execute()
    await db
      .insertInto('reviews')
      .values([
        {
          user_id: seller.id,
          reviewer_id: buyer.id,
          stars: 5,
          comment: 'Kind and on time.',
          proof: 'TALKED',
        },
        { user_id: seller.id, reviewer_id: (await person(oja)).id, stars: 4 },
      ])
      .execute()
    await listing(oja, seller, { title: 'Baby cot' })
    await listing(oja, seller, { title: 'Sold pram', status: 'SOLD' })
    await listing(oja, seller, { title: 'Hidden pram', status: 'HIDDEN' })

    await open(page, '/about')
    await open(page, `/users/${seller.id}`)
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Ngozi Okafor')
    for (const text of [
      'I sell what my three children grew out of.',
      'Nsukka, Enugu',
      'Member since April 2023',
      '1 active listing',
      'Phone Verified',
      'Email Verified',
    ])
      await expect(main.getByText(text, { exact: true })).toBeVisible()
    await expect(main.getByText('4.5 (2)')).toBeVisible()
    await expect(main.getByRole('article')).toHaveCount(1)
    await expect(main.getByRole('article')).toContainText('Baby cot')
    await expect(main.getByRole('button', { name: /^Delete/ })).toHaveCount(0)
    await expectAccessibleEverywhere(page)
    await main.getByRole('link', { name: /^Reviews/ }).click()
    await expect(main.getByText('Kind and on time.')).toBeVisible()
    await expect(main.getByRole('link', { name: 'Emeka Buyer' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Ratings' }).getByRole('list').last()).toHaveText(
      '0 after a deal on Oja1 after talking about a listing1 without either',
    )
    await expectAccessibleEverywhere(page)
    // A tab is no page of its own.
    await page.goBack()
    await expect(page).toHaveURL('/about')
  })

  test('[PROFILE-LISTINGS] [PROFILE-REVIEWS] [PROFILE-STARS] [PROFILE-VERIFIED] a new user', async ({
    page,
    oja,
  }) => {
    const newcomer = await person(oja)
    await open(page, `/users/${newcomer.id}`)
    await expect(page.getByText('No active listings')).toBeVisible()
    await expect(page.getByText('Email Verified')).toBeVisible()
    await expect(page.getByText('Phone Verified')).toHaveCount(0)
    await expect(page.getByText('Rated')).toHaveCount(0)
    await page.getByRole('link', { name: /^Reviews/ }).click()
    await expect(page.getByText('No reviews yet')).toBeVisible()
    await expectAccessibleEverywhere(page)
  })

  test('[DETAIL-OPEN-GRAPH] a shared profile shows its picture, as a JPEG', async ({ page, oja }) => {
    const seller = await person(oja)
    const { url } = await uploadPhoto(oja, seller, 0)
    await oja.database.db.updateTable('users').set({ avatar_url: url }).where('id', '=', seller.id).execute()
    await page.goto(`/users/${seller.id}`)
    const image = await page.locator('meta[property="og:image"]').getAttribute('content')
    const picture = await page.request.get(image ?? '')
    expect(picture.headers()['content-type']).toBe('image/jpeg')
    // Not cut to a wide picture.
    await expect(page.locator('meta[name="twitter:card"]')).toHaveAttribute('content', 'summary')
  })

  test('[PROFILE-OWN] [ROUTE-OWN] /profile shows the own profile', async ({ page, oja }) => {
    await page.goto('/profile')
    await expect(page).toHaveURL('/login?next=/profile')
    const ada = await person(oja, { fullName: 'Ada Herself' })
    await signIn(page, oja, ada)
    // The server renders it completely.
    const answer = await page.request.get('/profile')
    expect(await answer.text()).toContain('No active listings')
    await open(page, '/profile')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Herself')
    await expect(page.getByText('No active listings')).toBeVisible()
    await page.getByRole('link', { name: /^Reviews/ }).click()
    await expect(page).toHaveURL('/profile?tab=reviews')
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`/users/${ada.id}$`))
  })

  test('[PROFILE-LISTINGS] more than 24 listings: the others come as the reader nears the end', async ({
    page,
    oja,
  }) => {
    const seller = await person(oja)
    for (let number = 1; number <= 30; number += 1)
      await listing(oja, seller, { title: `Stall item ${number}`, created_at: minutesAgo(number) })
    await open(page, `/users/${seller.id}`)
    const main = page.getByRole('main')
    await expect(main.getByText('30 active listings', { exact: true })).toBeVisible()
    const cards = main.getByRole('article')
    await expect(cards).toHaveCount(24)
    await expect(main.getByRole('link', { name: 'Show more' })).toHaveAttribute(
      'href',
      new RegExp(`^/users/${seller.id}\\?cursor=[0-9]+$`),
    )
    await cards.nth(22).scrollIntoViewIfNeeded()
    await expect(cards).toHaveCount(30)
    await expect(cards.last()).toContainText('Stall item 30')
    await expect(page).toHaveURL(`/users/${seller.id}`)
  })

  test('[PROFILE-DELETE] [PROFILE-DELETE-FAIL] the owner deletes on the cards, after a confirmation', async ({
    page,
    oja,
    expectedStatuses,
  }) => {
    expectedStatuses.push(410, 500)
    const seller = await person(oja)
    const id = await listing(oja, seller, { title: 'Chair to go' })
    const other = await listing(oja, seller, { title: 'Chair to stay' })
    await signIn(page, oja, seller)
    await open(page, `/users/${seller.id}`)
    const ask = () => page.getByRole('button', { name: 'Delete Chair to go' }).click()
    await ask()
    const dialog = page.getByRole('alertdialog', { name: 'Delete Listing' })
    await expect(dialog).toContainText('This action cannot be undone.')
    await expectAccessibleEverywhere(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)

    const call = `**/api/listings/${id}`
    await page.route(call, (route) => route.fulfill({ status: 500, body: '' }))
    await ask()
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await expectToast(page, 'Failed to delete', 'Please try again later.')
    await expect(page.getByRole('article')).toHaveCount(2)
    await page.unroute(call)
    await ask()
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(page.locator('.toast', { hasText: 'Listing deleted' })).toBeVisible()
    await expect(page.getByRole('article')).toContainText('Chair to stay')
    // On another device meanwhile.
    await seller.api('DELETE /api/listings/:id', { params: { id: other } })
    await page.getByRole('button', { name: 'Delete Chair to stay' }).click()
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByText('No active listings')).toBeVisible()
    await expect(page.locator('.toast', { hasText: 'Listing deleted' })).toBeVisible()
  })
})

test.describe('my listings', () => {
  test('[MINE-LOGIN] visitors are asked to log in', async ({ page }) => {
    await open(page, '/my-listings')
    await expect(page.getByRole('heading', { name: 'Please Login' })).toBeVisible()
    await expectAccessibleEverywhere(page)
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
    await expect(page).toHaveURL('/login?next=/my-listings')
  })

  test('[MINE-EMPTY] without listings the page leads to the first', async ({ page, oja }) => {
    await signIn(page, oja, await person(oja))
    await open(page, '/my-listings')
    await expect(page.getByRole('heading', { name: 'No listings yet' })).toBeVisible()
    await expectAccessibleEverywhere(page)
    await page.getByRole('link', { name: 'Create Your First Listing' }).click()
    await expect(page).toHaveURL('/sell')
  })

  test('[MINE-CARDS] [MINE-DELETE] [MINE-DELETE-FAIL] [CALL-LISTING-DELETE] every status with View, Edit and Delete', async ({
    page,
    oja,
    expectedStatuses,
  }) => {
    expectedStatuses.push(410, 500)
    const seller = await person(oja)
    const active = await listing(oja, seller, { title: 'Active sofa', created_at: minutesAgo(61) })
    await listing(oja, seller, { title: 'Sold sofa', status: 'SOLD', created_at: minutesAgo(3000) })
    await listing(oja, seller, { title: 'Hidden sofa', status: 'HIDDEN', created_at: minutesAgo(4500) })
    await signIn(page, oja, seller)
    await open(page, '/my-listings')
    const cards = page.getByRole('article')
    const tab = (name: string) =>
      page.getByRole('navigation', { name: 'My listings' }).getByRole('link', { name })
    await expect(cards).toHaveCount(1)
    await expect(cards).toContainText(/Active.*Active sofa.*₦125,000.*1 hour ago/)
    await tab('Sold 1').click()
    await expect(page).toHaveURL('/my-listings?tab=sold')
    await expect(cards).toContainText(/Sold.*Sold sofa.*2 days ago/)
    await tab('Hidden 1').click()
    await expect(cards).toContainText(/Hidden.*Hidden sofa/)
    await tab('Active 1').click()
    await expect(page).toHaveURL('/my-listings')
    await expectAccessibleEverywhere(page)
    await expect(page.getByRole('link', { name: 'View Active sofa' })).toHaveAttribute(
      'href',
      `/listings/${active}`,
    )
    await expect(page.getByRole('link', { name: 'Edit Active sofa' })).toHaveAttribute(
      'href',
      `/edit-listing/${active}`,
    )

    const remove = page.getByRole('button', { name: 'Delete Active sofa' })
    const asked: string[] = []
    page.once('dialog', (dialog) => {
      asked.push(dialog.message())
      return dialog.dismiss()
    })
    await remove.click()
    expect(asked).toEqual(['Are you sure you want to delete this listing?'])
    await expect(cards).toHaveCount(1)

    page.on('dialog', (dialog) => dialog.accept())
    const call = `**/api/listings/${active}`
    await page.route(call, (route) => route.fulfill({ status: 500, body: '' }))
    await remove.click()
    await expectToast(page, 'Failed to delete', 'Could not delete the listing')
    await page.unroute(call)
    // On another device meanwhile.
    await seller.api('DELETE /api/listings/:id', { params: { id: active } })
    await remove.click()
    await expect(cards).toHaveCount(0)
    await expect(page.locator('.toast', { hasText: 'Listing deleted' })).toBeVisible()
    await expect(seller.api('GET /api/listings/:id', { params: { id: active } })).rejects.toMatchObject({
      status: 410,
    })
  })
})

test('[PROFILE-REVIEWS] a profile whose reviews are being read, or could not be read, does not say that there are none', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(503)
  const seller = await person(oja, { fullName: 'Amaka Slow' })
  await oja.database.db
    .insertInto('reviews')
    .values({
      user_id: seller.id,
      reviewer_id: (await person(oja)).id,
      stars: 2,
      comment: 'Came an hour late.',
    })
    .execute()
  const id = await listing(oja, seller, { title: 'Lamp of a slow line' })
  await open(page, `/listings/${id}`)
  const reviews = `**/api/users/${seller.id}/reviews*`
  const { promise: lost, resolve: lose } = Promise.withResolvers<void>()
  await page.route(reviews, async (route) => {
    await lost
    await route.fulfill({ status: 503 })
  })
  await page
    .getByRole('link', { name: /Amaka Slow/ })
    .first()
    .click()
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'Reviews 1' }).click()
  await expect(page).toHaveURL(/tab=reviews/)
  await expect(main.getByText('No reviews yet')).toHaveCount(0)
  lose()
  await expect(main.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(main.getByText('No reviews yet')).toHaveCount(0)
  await page.unroute(reviews)
  await main.getByRole('button', { name: 'Try again' }).click()
  await expect(main.getByText('Came an hour late.')).toBeVisible()
})
