import {
  closeToast,
  expect,
  expectAccessibleEverywhere,
  expectHydrated,
  expectToast,
  open,
  phone,
  test,
} from './support/browser.ts'
import { calls, cutOff, heart, isSaved, save, savedOf } from './support/favorite-buttons.ts'
import { person, signIn } from './support/people.ts'
import { listing } from './support/test-listings.ts'

test('[HOME-FAVORITE] [STATE-FAVORITE] [TOAST-FAVORITES] the heart of a home card saves and removes, immediately and permanently', async ({
  page,
  oja,
}) => {
  const ada = await person(oja)
  const id = await listing(oja, await person(oja), { title: 'Homeheart kettle' })
  const own = await listing(oja, ada, { title: 'Homeheart of my own' })
  await signIn(page, oja, ada)
  await open(page, '/')
  await expect(page.getByRole('link', { name: 'Homeheart of my own' })).toBeVisible()
  await expect(heart(page, 'Homeheart of my own')).toHaveCount(0)

  const button = heart(page, 'Homeheart kettle')
  const size = await button.boundingBox()
  expect([size?.width, size?.height]).toEqual([44, 44])
  await isSaved(button, false)
  await button.click()
  await isSaved(button, true)
  await expectToast(page, 'Added to favorites', 'Listing added to your wishlist')
  await expect(page).toHaveURL('/')
  expect(await savedOf(ada)).toEqual([id])

  const answer = await page.reload()
  expect(await answer?.text()).toMatch(/aria-label="Save Homeheart kettle" aria-pressed="true"/)
  await expectHydrated(page)
  await isSaved(button, true)
  await button.focus()
  await page.keyboard.press('Space')
  await isSaved(button, false)
  await expectToast(page, 'Removed from favorites', 'Listing removed from your wishlist')
  expect(await savedOf(ada)).toEqual([])
  await save(ada, own)
  expect(await savedOf(ada)).toEqual([own])
})

test('[BROWSE-FAVORITE] [TOAST-FAVORITES] [ERROR-FAVORITES] the heart of a browse card has its own labels', async ({
  page,
  oja,
  pageErrors,
  expectedStatuses,
}) => {
  expectedStatuses.push(409)
  const ada = await person(oja)
  await listing(oja, await person(oja), { title: 'Browseheart lamp' })
  await signIn(page, oja, ada)
  await open(page, '/listings?search=browseheart')
  const button = heart(page, 'Browseheart lamp')
  await button.click()
  await expectToast(page, 'Added to favorites', 'You can view all your favorites in your profile.')
  await button.click()
  await expectToast(page, 'Removed from favorites', 'Listing removed from your wishlist')

  const restore = await cutOff(page, pageErrors)
  await button.click()
  await expectToast(page, 'Failed to add favorite', 'Please try again later.')
  await isSaved(button, false)
  await closeToast(page)
  await restore()
  await button.click()
  await expectToast(page, 'Added to favorites')
  const restoreAgain = await cutOff(page, pageErrors)
  await button.click()
  await expectToast(page, 'Failed to remove favorite', 'Please try again later.')
  await isSaved(button, true)
  await restoreAgain()
  expect(await savedOf(ada)).toHaveLength(1)

  await button.click()
  await isSaved(button, false)
  await page.route(calls, (route) =>
    route.fulfill({ status: 409, json: { status: 409, code: 'CONFLICT', detail: 'Remove one first.' } }),
  )
  await button.click()
  await expectToast(page, 'Failed to add favorite', 'Remove one first.')
  await isSaved(button, false)
})

test('[DETAIL-CONTACT] [DETAIL-SAVE] [TOAST-FAVORITES] Save turns to Saved, and similar listings have a heart', async ({
  page,
  oja,
}) => {
  const ada = await person(oja)
  const seller = await person(oja)
  const id = await listing(oja, seller, { title: 'Savebutton mirror' })
  await listing(oja, seller, { title: 'Savebutton mirror, the other' })
  await signIn(page, oja, ada)
  await open(page, `/listings/${id}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('button', { name: 'Chat with Seller' })).toBeVisible()
  await expect(main.getByRole('button', { name: 'Report Listing' })).toBeVisible()
  await main.getByRole('button', { name: 'Save', exact: true }).click()
  await isSaved(main.getByRole('button', { name: 'Saved', exact: true }), true)
  await expectToast(page, 'Added to favorites', 'Listing added to your wishlist')
  // "More from this seller" shows it too, once it is near the screen.
  const other = heart(page.getByRole('region', { name: 'More like this' }), 'Savebutton mirror, the other')
  await other.click()
  await isSaved(other, true)
  await expect.poll(() => savedOf(ada)).toHaveLength(2)

  await page.setViewportSize(phone)
  const saved = main.getByRole('button', { name: 'Saved', exact: true })
  await expect(saved).toBeInViewport({ ratio: 1 })
  await expect(main.getByRole('button', { name: 'Contact', exact: true })).toBeInViewport({ ratio: 1 })
  await expectAccessibleEverywhere(page)
  await page.setViewportSize(phone)
  await saved.click()
  await expectToast(page, 'Removed from favorites', 'Listing removed from your wishlist')
  await expect.poll(() => savedOf(ada)).toHaveLength(1)

  await signIn(page, oja, seller)
  await open(page, `/listings/${id}`)
  for (const name of ['Save', 'Saved', 'Contact', 'Chat with Seller', 'Report Listing'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
})

test('[STATE-FAVORITE] a double click and quick presses end in the last state, one call at a time', async ({
  page,
  oja,
}) => {
  const ada = await person(oja)
  const id = await listing(oja, await person(oja), { title: 'Quickheart stool' })
  await signIn(page, oja, ada)
  await open(page, '/listings?search=quickheart')
  let underway = 0
  let maxUnderway = 0
  await page.route(calls, async (route) => {
    underway += 1
    maxUnderway = Math.max(maxUnderway, underway)
    const answer = await route.fetch()
    await route.fulfill({ response: answer })
    underway -= 1
  })
  const button = heart(page, 'Quickheart stool')
  await button.dblclick()
  await isSaved(button, false)
  await expectToast(page, 'Removed from favorites')
  await expect.poll(() => savedOf(ada)).toEqual([])
  await button.evaluate((element: HTMLElement) => {
    for (let press = 0; press < 5; press += 1) element.click()
  })
  await isSaved(button, true)
  await expectToast(page, 'Added to favorites')
  await expect.poll(() => savedOf(ada)).toEqual([id])
  expect(maxUnderway).toBe(1)
})

test('[ERROR-FAVORITES] a failure is undone with a message, with the server’s text if there is one', async ({
  page,
  oja,
  expectedStatuses,
  pageErrors,
}) => {
  // 404: what the page reads late about a listing that is deleted meanwhile.
  expectedStatuses.push(503, 410, 404)
  const ada = await person(oja)
  const id = await listing(oja, await person(oja), { title: 'Failheart radio' })
  await signIn(page, oja, ada)
  await open(page, `/listings/${id}`)
  const button = page.getByRole('main').getByRole('button', { name: /^Saved?$/ })
  const restore = await cutOff(page, pageErrors)
  await button.click()
  await expectToast(page, 'Failed to update favorites', 'Please try again later.')
  await isSaved(button, false)
  await closeToast(page)
  await restore()
  await page.route(calls, (route) =>
    route.fulfill({ status: 503, json: { status: 503, code: 'UNAVAILABLE', detail: 'Back in a minute.' } }),
  )
  await button.click()
  await expectToast(page, 'Failed to update favorites', 'Back in a minute.')
  await isSaved(button, false)
  await closeToast(page)
  await page.unroute(calls)

  await oja.database.db.updateTable('listings').set({ deleted_at: new Date() }).where('id', '=', id).execute()
  await button.click()
  await expectToast(page, 'Failed to update favorites', 'This listing was deleted.')
})

test('[ERROR-FAVORITES] visitors get a toast on cards that asks to log in', async ({ page, oja }) => {
  await listing(oja, await person(oja), { title: 'Visitorheart clock' })
  for (const path of ['/', '/listings?search=visitorheart']) {
    await open(page, path)
    await heart(page, 'Visitorheart clock').click()
    await expectToast(page, 'Please log in', 'You need to be logged in to save favorites.')
    await isSaved(heart(page, 'Visitorheart clock'), false)
  }
})

test('[FAV-TABS] two tabs agree, and a page that comes back online reads again', async ({
  page,
  oja,
  context,
}) => {
  const ada = await person(oja)
  const id = await listing(oja, await person(oja), { title: 'Twotabs drum' })
  await signIn(page, oja, ada)
  const other = await context.newPage()
  await open(page, '/listings?search=twotabs')
  await open(other, `/listings/${id}`)
  const save = other.getByRole('main').getByRole('button', { name: /^Saved?$/ })
  await heart(page, 'Twotabs drum').click()
  await isSaved(save, true)
  await save.click()
  await isSaved(heart(page, 'Twotabs drum'), false)
  await other.close()

  // From another device.
  await ada.api('POST /api/favorites', { body: { listingId: id } })
  await context.setOffline(true)
  await context.setOffline(false)
  await isSaved(heart(page, 'Twotabs drum'), true)
})
