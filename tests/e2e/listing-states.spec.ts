import type { Page } from '@playwright/test'
import { expect, expectAccessibleEverywhere, open, test } from './support/browser.ts'
import { save } from './support/favorite-buttons.ts'
import { person, signIn } from './support/people.ts'
import { listing } from './support/test-listings.ts'

const main = (page: Page) => page.getByRole('main')

test('[BROWSE-IGNORED] a link with unknown filters opens listings, and names what was dropped', async ({
  page,
  oja,
}) => {
  const seller = await person(oja)
  await listing(oja, seller, { title: 'Deeplink kettle', condition: 'USED', category_id: 1 })
  const answer = await page.goto(
    '/listings?search=deeplink&condition=new&category=999&minPrice=abc&lga=Ikeja',
  )
  expect(answer?.status()).toBe(200)
  expect(await answer?.text()).toContain('Deeplink kettle')
  for (const sentence of [
    'We left out the filter condition=new: we do not know it.',
    'We left out the filter category=999: we do not know it.',
    'We left out the filter minPrice=abc: it is not an amount in Naira.',
    'We left out the filter lga=Ikeja: choose its state too.',
  ])
    await expect(main(page).getByText(sentence)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeVisible()
  await expectAccessibleEverywhere(page)

  await open(page, '/listings?search=deeplink&state=Lagos&lga=Fagge&sortBy=zzz&radius=25')
  await expect(main(page).getByText('lga=Fagge: we do not know it in Lagos.')).toBeVisible()
  await expect(main(page).getByText('radius=25: choose a place that we know.')).toBeVisible()
  await page.getByRole('link', { name: 'Remove Lagos' }).click()
  await expect(page).toHaveURL('/listings?search=deeplink')
  await expect(main(page).getByText('We left out')).toHaveCount(0)
})

test('[LEAVING-FORMS] a user who waits for deletion sees it before filling in a form, and may keep the account', async ({
  page,
  oja,
}) => {
  const [ada, seller] = [await person(oja), await person(oja)]
  const id = await listing(oja, seller, { title: 'Leaving kettle' })
  const own = await listing(oja, ada)
  const { id: thread } = await ada.api('POST /api/threads', { body: { listingId: id } })
  const deal = await ada.api('POST /api/threads/:id/deals', {
    params: { id: thread },
    body: {
      ...{ price: 2_400_000, place: 'Inside a bank', state: 'Lagos', lga: 'Ikeja' },
      meetsAt: new Date(Date.now() + 86_400_000).toISOString(),
    },
  })
  await oja.database.db
    .updateTable('users')
    .set({ deletion_due_at: new Date(Date.now() + 86_400_000) })
    .where('id', '=', ada.id)
    .execute()
  await signIn(page, oja, ada)

  await open(page, `/listings/${id}`)
  await expect(main(page).getByText(/Choose “Keep my account” in your settings to ask/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ask Question' })).toHaveCount(0)
  const dialog = page.getByRole('dialog', { name: 'Your account is due to be deleted' })
  for (const name of ['Report Listing', 'Chat with Seller']) {
    await page.getByRole('button', { name }).click()
    await expect(dialog.getByRole('link', { name: 'Go to settings' })).toHaveAttribute('href', '/settings')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
  }
  await open(page, `/users/${seller.id}`)
  await page.getByRole('button', { name: 'Leave Review' }).click()
  await expect(dialog).toBeVisible()

  await open(page, `/chat?thread=${thread}`)
  await expect(main(page).getByText(/Choose “Keep my account” in your settings to write here/)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveCount(0)
  const ofDeal = page.getByRole('region', { name: 'Deal' })
  await expect(ofDeal).toContainText('Deal ended')
  await expect(ofDeal.getByRole('button')).toHaveCount(0)
  await ofDeal.getByRole('link').click()
  await expect(page).toHaveURL(`/deals/${deal.id}`)
  await expect(page.getByRole('heading', { name: 'This deal ended' })).toBeVisible()
  await page.getByRole('button', { name: 'Propose another deal' }).click()
  await expect(dialog).toBeVisible()

  const heading = page.getByRole('heading', { name: 'Your account is due to be deleted' })
  await open(page, '/my-listings')
  await expect(heading).toBeVisible()
  const card = page.getByRole('article')
  await expect(card.getByRole('button', { name: /^(Delete|Mark sold|Lower|Hide)/ })).toHaveText(['Delete'])
  await expectAccessibleEverywhere(page)
  await open(page, `/listings/${own}`)
  await expect(page.getByText('Only you see this listing now.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Renew/ })).toHaveCount(0)
  await open(page, `/edit-listing/${own}`)
  await expect(heading).toBeVisible()
  await open(page, '/sell')
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeVisible()
})

test('[FAV-UNAVAILABLE] [LISTING-UNAVAILABLE] a saved listing that was hidden shows that, links to similar ones, and returns', async ({
  page,
  oja,
  pageErrors,
}) => {
  const [ada, seller] = [await person(oja), await person(oja)]
  const hidden = await listing(oja, seller, { title: 'Vanishing teapot', price: 4_321_000, category_id: 9 })
  const other = await listing(oja, seller, { title: 'Steady stool', category_id: 9 })
  await listing(oja, seller, { title: 'Vanishing teapot twin', category_id: 9 })
  await save(ada, hidden, other)
  const setStatus = (status: 'HIDDEN' | 'ACTIVE') =>
    oja.database.db.updateTable('listings').set({ status }).where('id', '=', hidden).execute()
  await setStatus('HIDDEN')
  await signIn(page, oja, ada)
  await open(page, '/favorites')
  const card = page.getByRole('article').filter({ hasText: 'Vanishing teapot' })
  await expect(card).toContainText('No longer available')
  await expect(card).not.toContainText('₦')
  await expect(card).toContainText('just now')
  await expect(page.getByText('2 saved listings', { exact: true })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search your favorites' }).fill('teapot')
  await expect(page.getByText('1 of 2 saved listings', { exact: true })).toBeVisible()
  await expectAccessibleEverywhere(page)

  await card.getByRole('link', { name: /See similar listings/ }).click()
  const gone = page.getByRole('heading', { name: 'This listing is no longer available' })
  await expect(gone).toBeVisible()
  await expect(main(page).getByRole('heading', { name: 'Vanishing teapot twin' })).toBeVisible()
  expect((await page.goto(`/listings/${hidden}`))?.status()).toBe(404)
  await expect(gone).toBeVisible()
  await expect(page.getByText('typing error')).toHaveCount(0)
  // Two columns, as wide as those of a listing's page.
  await page.setViewportSize({ width: 320, height: 800 })
  await expect.poll(async () => (await page.locator('.listing-card').first().boundingBox())?.x).toBe(16)

  await setStatus('ACTIVE')
  await open(page, '/favorites')
  await expect(page.getByRole('article').filter({ hasText: '₦43,210' })).toBeVisible()
  await setStatus('HIDDEN')
  await open(page, '/favorites')
  await page.getByRole('button', { name: 'Remove Vanishing teapot from favorites' }).click()
  await expect(card).toHaveCount(0)
  await expect.poll(() => ada.api('GET /api/favorites/unavailable')).toEqual([])

  await page.context().clearCookies()
  expect((await page.goto(`/listings/${hidden}`))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  // The browser reports status 404 itself; that is no error of the page.
  const others = pageErrors.filter((error) => !error.includes('status of 404'))
  pageErrors.splice(0, pageErrors.length, ...others)
})

test('[PROFILE-LEAVE-REVIEW] a blocked user sees why a review is impossible, instead of the form', async ({
  page,
  oja,
}) => {
  const [ada, seller] = [await person(oja), await person(oja)]
  await seller.api('POST /api/blocks', { body: { userId: ada.id } })
  await signIn(page, oja, ada)
  await open(page, `/users/${seller.id}`)
  await expect(main(page).getByText('This user takes no reviews from you.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Leave Review' })).toHaveCount(0)
})
