import { closeToast, expect, expectToast, open, phone, test } from './support/browser.ts'
import { isSaved } from './support/favorite-buttons.ts'
import { endSessionAt, person, signIn } from './support/people.ts'
import { listing } from './support/test-listings.ts'

test('[DETAIL-LOGIN-DIALOGS] visitors are asked to log in before they save or chat', async ({
  page,
  oja,
}) => {
  const id = await listing(oja, await person(oja), { title: 'Dialog wardrobe' })
  await open(page, `/listings/${id}`)
  const dialog = page.getByRole('dialog')
  const words = {
    Save: 'You need to be logged in to save listings to your wishlist...',
    'Chat with Seller': 'You need to be logged in to chat with sellers...',
  }
  for (const [name, text] of Object.entries(words)) {
    const button = page.getByRole('main').getByRole('button', { name, exact: true })
    await button.click()
    await expect(dialog).toContainText(text)
    await expect(dialog.getByRole('link', { name: 'Go to Login' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(button).toBeFocused()
  }
  await page.setViewportSize(phone)
  await page.getByRole('button', { name: 'Contact', exact: true }).click()
  await expect(dialog).toContainText(words['Chat with Seller'])
  await dialog.getByRole('link', { name: 'Go to Login' }).click()
  await expect(page).toHaveURL(`/login?next=/listings/${id}`)
  await expect(dialog).toHaveCount(0)
})

test('[DETAIL-LOGIN-DIALOGS] a user whose session has ended is asked to log in before they save or chat', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(401)
  const ada = await person(oja)
  const id = await listing(oja, await person(oja), { title: 'Endedheart bench' })
  await signIn(page, oja, ada)
  await open(page, `/listings/${id}`)
  await endSessionAt(page, { oja, who: ada }, 'POST', '**/api/favorites')
  const button = page.getByRole('main').getByRole('button', { name: 'Save', exact: true })
  await button.click()
  await expect(page.getByRole('dialog')).toContainText('You need to be logged in to save listings')
  await isSaved(button, false)
})

test('[BACK-WINS] a conversation that opens late takes nobody from the page they went to', async ({
  page,
  oja,
}) => {
  const ada = await person(oja)
  await listing(oja, await person(oja), { title: 'Latechat bench' })
  await signIn(page, oja, ada)
  await open(page, '/listings?search=latechat')
  await page.getByRole('link', { name: 'Latechat bench' }).click()
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/threads', async (route) => {
    if (route.request().method() === 'POST') await answered.promise
    await route.continue()
  })
  await page.getByRole('main').getByRole('button', { name: 'Chat with Seller' }).click()
  await page.goBack()
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1)
  const opened = page.waitForResponse('**/api/threads')
  answered.resolve()
  await (await opened).finished()
  // What is read after the conversation would have been comes later.
  const later = page.waitForResponse('**/api/favorites/listings')
  await page.getByRole('banner').getByRole('link', { name: 'Favorites' }).hover()
  await later
  await expect(page).toHaveURL('/listings?search=latechat')
  expect(await ada.api('GET /api/threads', { query: {} })).toHaveLength(1)
})

test('[DIALOG-BACK] Back closes the dialog with the page that opened it', async ({ page, oja }) => {
  await listing(oja, await person(oja), { title: 'Backdialog bench' })
  await open(page, '/listings?search=backdialog')
  await page.getByRole('button', { name: 'Filters' }).click()
  const drawer = page.getByRole('dialog', { name: 'Filters' })
  await drawer.getByRole('group', { name: 'Condition' }).getByText('Used').click()
  await drawer.getByRole('button', { name: /^Apply/ }).click()
  await expect(page).toHaveURL(/condition=USED/)
  await page.getByRole('button', { name: 'Filters' }).click()
  await expect(drawer).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/listings?search=backdialog')
  await expect(drawer).toHaveCount(0)

  await page.getByRole('link', { name: 'Backdialog bench' }).click()
  await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Login required' })
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/listings?search=backdialog')
  await expect(dialog).toHaveCount(0)
})

test('[DETAIL-RECONNECT] a listing sold while the reader was offline does not look live', async ({
  page,
  oja,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.push(401)
  const id = await listing(oja, await person(oja), { title: 'Reconnect bicycle' })
  await open(page, `/listings/${id}`)
  await expect(page.getByText('This item has been sold.')).toHaveCount(0)
  await context.setOffline(true)
  await oja.database.db.updateTable('listings').set({ status: 'SOLD' }).where('id', '=', id).execute()
  await context.setOffline(false)
  await expect(page.getByText('This item has been sold.')).toBeVisible()
})

test('[DETAIL-CHAT-FLOW] [ERROR-CHAT] chat opens the conversation once; a failure shows an error', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(500)
  const ada = await person(oja)
  const id = await listing(oja, await person(oja), { title: 'Chatflow sofa', status: 'SOLD' })
  await signIn(page, oja, ada)
  const button = page.getByRole('main').getByRole('button', { name: 'Chat with Seller' })
  const answerWith = async (status: number, json: object) => {
    await page.unroute('**/api/threads')
    await page.route('**/api/threads', (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      return route.fulfill({ status, json })
    })
  }
  await open(page, `/listings/${id}`)
  await answerWith(500, {})
  await button.click()
  await expectToast(page, 'Failed to start chat', 'Please try again later.')
  await closeToast(page)
  await answerWith(500, { code: 'UNAVAILABLE', detail: 'The seller is away.' })
  await button.click()
  await expectToast(page, 'Failed to start chat', 'The seller is away.')
  await closeToast(page)
  await answerWith(201, {})
  await button.click()
  await expect(page).toHaveURL('/chat')

  await open(page, `/listings/${id}`)
  await page.unroute('**/api/threads')
  const asked: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/threads'))
      asked.push(request.postDataJSON())
  })
  await button.dblclick()
  await expect(page).toHaveURL(/\/chat\?thread=\d+$/)
  expect(asked).toEqual([{ listingId: id }])
  const [thread] = await ada.api('GET /api/threads', { query: {} })
  expect(page.url()).toContain(`?thread=${thread?.id}`)
  expect(thread?.listing.id).toBe(id)
})
