import type { WebSocketRoute } from '@playwright/test'
import { administrator } from './support/administrators.ts'
import { expect, expectAccessibleEverywhere, holdRequests, open, phone, test } from './support/browser.ts'
import { person, signIn } from './support/people.ts'
import { listing, minutesAgo } from './support/test-listings.ts'

test('[NOTIFY-PAGE] [NOTIFY-BELL] the bell counts live; the page shows what happened, leads there, and marks it as read', async ({
  page,
  oja,
}) => {
  const [seller, buyer] = [await person(oja), await person(oja, { fullName: 'Tunde Bello' })]
  const id = await listing(oja, seller, { title: 'Ceiling fan of the bell' })
  await signIn(page, oja, seller)
  await open(page, '/about')
  const bell = page.getByRole('banner').getByRole('link', { name: /^Notifications/ })
  await expect(bell).toHaveAccessibleName('Notifications')
  const release = await holdRequests(page, '**/api/notifications')
  await bell.click()
  await expect(page.getByLabel('Loading the notifications')).toBeVisible()
  // It would jump when they arrive.
  await expect(page.getByRole('contentinfo')).not.toBeInViewport()
  release()
  await expect(page.getByRole('heading', { name: 'Nothing to tell you yet' })).toBeVisible()

  const { id: thread } = await buyer.api('POST /api/threads', { body: { listingId: id } })
  await buyer.api('POST /api/threads/:id/messages', { params: { id: thread }, body: { body: 'Good day' } })
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread')
  await buyer.api('POST /api/listings/:id/questions', {
    params: { id },
    body: { question: 'Does it come with a remote?' },
  })
  const today = page.getByRole('region', { name: 'Today' })
  await expect(today.getByRole('listitem')).toHaveText([
    /^Unread: Tunde Bello has a question/,
    /^Unread: Tunde Bello wrote to you/,
  ])
  await expect(page.getByText('2 unread', { exact: true })).toBeVisible()
  await expectAccessibleEverywhere(page)

  await today.getByRole('link', { name: /has a question/ }).click()
  await expect(page).toHaveURL(`/listings/${id}#questions`)
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread')
  await page.goBack()
  await expect(today.getByRole('listitem')).toHaveText([/^Tunde Bello has/, /^Unread: Tunde Bello wrote/])
  await page.getByRole('button', { name: 'Mark all as read' }).press('Enter')
  await expect(page.getByText('All read', { exact: true })).toBeVisible()
  await expect(bell).toHaveAccessibleName('Notifications')
  await expect(today.getByText('Unread')).toHaveCount(0)
  await page.reload()
  await expect(today.getByRole('listitem')).toHaveCount(2)
})

test('[NOTIFY-PAGE] the page to which a notification leads shows what happened, also where the tab read it before', async ({
  page,
  oja,
}) => {
  const [seller, buyer] = [await person(oja), await person(oja, { fullName: 'Simi Cole' })]
  await signIn(page, oja, seller)
  await open(page, `/users/${seller.id}?tab=reviews`)
  await expect(page.getByRole('heading', { name: 'No reviews yet' })).toBeVisible()
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Notifications/ })
    .click()
  await expect(page.getByRole('heading', { name: 'Nothing to tell you yet' })).toBeVisible()
  const body = { stars: 5, comment: 'Came on time.' }
  await buyer.api('POST /api/users/:id/reviews', { params: { id: seller.id }, body })
  await page.getByRole('link', { name: /Simi Cole reviewed you/ }).click()
  await expect(page).toHaveURL(`/users/${seller.id}?tab=reviews`)
  await expect(page.getByText('Came on time.')).toBeVisible()
})

test('[NOTIFY-PAGE] the notification of a second decision leads to a list that has both', async ({
  page,
  oja,
}) => {
  const [seller, admin] = [await person(oja), await administrator(oja)]
  await signIn(page, oja, seller)
  // The packet with which the server accepts the socket: events before it reach nobody.
  const connected = new Promise<void>((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).startsWith('40')) resolve()
      }),
    )
  })
  await open(page, '/notifications')
  await connected
  for (const title of ['Copied blender', 'Copied toaster']) {
    const id = await listing(oja, seller, { title })
    await admin.api('PATCH /api/admin/listings/:id', { params: { id }, body: { status: 'HIDDEN' } })
    await page.getByRole('link', { name: `Your listing was hidden: “${title}”` }).click()
    await expect(page.getByRole('heading', { name: `Your listing “${title}” was hidden` })).toBeVisible()
    await page.goBack()
  }
})

test('[NOTIFY-BELL] [NOTIFY-PAGE] the page has what the bell counts, also where no event told of it', async ({
  page,
  oja,
}) => {
  const ada = await person(oja)
  const notice = (subject_id: number) =>
    oja.database.db
      .insertInto('notifications')
      .values({ user_id: ada.id, kind: 'REPORT', subject_id, detail: 'ACTIONED' })
      .execute()
  await page.clock.install()
  await page.routeWebSocket(/\/ws/, () => undefined)
  await signIn(page, oja, ada)
  await open(page, '/notifications')
  const bell = page.getByRole('banner').getByRole('link', { name: /^Notifications/ })
  await expect(page.getByRole('heading', { name: 'Nothing to tell you yet' })).toBeVisible()
  await notice(1)
  await page.clock.runFor(31_000)
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread')
  const unread = page.getByRole('main').getByText('Unread:')
  await expect(unread).toHaveCount(1)

  await page.getByRole('link', { name: 'Saved searches' }).click()
  await expect(page).toHaveURL('/saved-searches')
  await notice(2)
  await page.clock.runFor(31_000)
  await expect(bell).toHaveAccessibleName('Notifications, 2 unread')
  await bell.click()
  await expect(unread).toHaveCount(2)
})

test('[NOTIFY-PAGE] the page has what happened while it connected, without waiting for the next poll', async ({
  page,
  oja,
}) => {
  const ada = await person(oja)
  const connecting = Promise.withResolvers<WebSocketRoute>()
  await page.routeWebSocket(/\/ws/, connecting.resolve)
  await page.route('/api/notifications/unread-count', () => undefined)
  await signIn(page, oja, ada)
  await open(page, '/notifications')
  await expect(page.getByRole('heading', { name: 'Nothing to tell you yet' })).toBeVisible()
  const socket = await connecting.promise
  await oja.database.db
    .insertInto('notifications')
    .values({ user_id: ada.id, kind: 'REPORT', subject_id: 1, detail: 'ACTIONED' })
    .execute()
  socket.connectToServer()
  await expect(page.getByRole('main').getByText('Unread:')).toHaveCount(1)
})

test('[NOTIFY-PAGE] what is marked as read is shown as read also without live events', async ({
  page,
  oja,
}) => {
  const ada = await person(oja)
  const rows = [0, 1, 2].map((daysAgo) => ({
    user_id: ada.id,
    kind: 'REPORT' as const,
    subject_id: daysAgo + 1,
    detail: 'ACTIONED',
    happened_at: minutesAgo(daysAgo * 24 * 60),
  }))
  await oja.database.db.insertInto('notifications').values(rows).execute()
  await page.routeWebSocket(/\/ws/, () => undefined)
  await signIn(page, oja, ada)
  await open(page, '/notifications')
  const unread = page.getByRole('main').getByText('Unread:')
  await expect(unread).toHaveCount(3)
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Today',
    'Yesterday',
    'Earlier',
  ])
  await page.getByRole('region', { name: 'Today' }).getByRole('link').first().click()
  await expect(page).toHaveURL('/rules')
  await page.goBack()
  await expect(unread).toHaveCount(2)
  const readAll = page.getByRole('button', { name: 'Mark all as read' })
  await readAll.click()
  await expect(unread).toHaveCount(0)
  await expect(page.getByText('All read', { exact: true })).toBeVisible()
  await expect(readAll).toHaveAttribute('aria-disabled', 'true')
})

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  test('[NOTIFY-BELL] [NOTIFY-SETTINGS] the bell stands beside Sell and in the side menu; the settings have a table of topics by channel', async ({
    page,
    oja,
  }) => {
    const ada = await person(oja)
    await oja.database.db
      .insertInto('notifications')
      .values({ user_id: ada.id, kind: 'REPORT', subject_id: 1, detail: 'ACTIONED' })
      .execute()
    await signIn(page, oja, ada)
    await open(page, '/about')
    const bell = page.getByRole('banner').getByRole('link', { name: 'Notifications, 1 unread' })
    await expect(bell).toHaveAttribute('href', '/notifications')
    await page.getByRole('button', { name: 'Menu' }).click()
    const inMenu = page.getByRole('dialog').getByRole('link', { name: 'Notifications , 1 unread' })
    await inMenu.click()
    await expect(page).toHaveURL('/notifications')
    // The menu, which has such a link too, is still closing.
    await page.getByRole('main').getByRole('link', { name: 'Settings', exact: true }).click()

    const row = page.getByRole('row', { name: /^Saved listings/ })
    const byMail = row.getByRole('switch', { name: 'Saved listings by e-mail' })
    await row.getByRole('switch', { name: 'Saved listings by push' }).click()
    await page.getByRole('switch', { name: 'Quiet hours' }).click()
    await page.getByLabel('Hour of the daily e-mail').selectOption('18:00')
    const stored = async () => (await ada.api('GET /api/settings')).notifications
    await expect.poll(stored).toMatchObject({ push: { saved: false }, quietHours: null, digestHour: 18 })
    await expect(byMail).toBeChecked()
    await expect(page.getByLabel('Until')).toHaveCount(0)
  })
})
