import { readSentMail } from '#tests/support/sent-mail.ts'
import { administrator, confirm, report, rowOf } from './support/administrators.ts'
import { logIn } from './support/auth-forms.ts'
import { expect, expectToast, open, phone, test } from './support/browser.ts'
import { password, person, signIn } from './support/people.ts'
import { listing, minutesAgo } from './support/test-listings.ts'

test('[ADMIN-LISTINGS] [LIMIT-ADMIN] search, filters, order, pages and deleted listings are in the address', async ({
  page,
  oja,
}) => {
  const [admin, seller] = [await administrator(oja), await person(oja, { fullName: 'Halima Many' })]
  for (let index = 0; index < 12; index += 1)
    await listing(oja, seller, {
      title: `Tallyword number ${String(index).padStart(2, '0')}`,
      price: 10_000 + index,
      created_at: minutesAgo(100 + index),
    })
  await listing(oja, seller, { title: 'Tallyword that was sold', status: 'SOLD', category_id: 6 })
  await listing(oja, seller, { title: 'Tallyword that is gone', deleted_at: new Date() })
  await listing(oja, await person(oja), { title: 'Tallyword of another' })
  await signIn(page, oja, admin)
  await open(page, '/admin?tab=listings')
  const main = page.getByRole('main')
  const count = (number: number) =>
    expect(
      main.getByText(`${number} ${number === 1 ? 'listing' : 'listings'}`, { exact: true }),
    ).toBeVisible()

  await main.getByRole('searchbox', { name: 'Search all listings' }).fill('tallyword')
  await count(14)
  await expect(page).toHaveURL(/q=tallyword/)
  await main.getByLabel('Show Deleted').check()
  await count(15)
  const gone = rowOf(page, 'Tallyword that is gone')
  await expect(gone).toContainText('Deleted')
  await expect(gone.getByRole('button')).toHaveCount(0)
  await expect(gone.getByRole('checkbox')).toHaveCount(0)
  await main.getByLabel('Show Deleted').uncheck()

  await rowOf(page, 'Tallyword number 00').getByRole('link', { name: 'Only listings of Halima Many' }).click()
  await count(13)
  await expect(main.getByLabel('Seller', { exact: true })).toHaveValue('Halima Many')
  await main.getByRole('button', { name: 'All sellers' }).click()
  await count(14)
  const who = main.getByLabel('Seller', { exact: true })
  await who.fill('Halima Many')
  await expect(main.getByText('1 seller. Use the arrow keys.')).toBeAttached()
  await who.fill('')

  await main.getByLabel('Status', { exact: true }).selectOption('Sold')
  await count(1)
  await main.getByLabel('Category', { exact: true }).selectOption('Books')
  await count(0)
  await expect(main.getByRole('heading', { name: 'No listings found' })).toBeVisible()
  await page.goBack()
  await count(1)
  await page.goBack()
  await count(14)

  await main.getByLabel('Sort by').selectOption('Price: Low to High')
  await expect(page.getByRole('row').nth(1)).toContainText('Tallyword number 00')
  await main.getByLabel('Page size').selectOption('10')
  await expect(page.getByRole('row')).toHaveCount(11)
  await main.getByRole('link', { name: 'Next page' }).click()
  await expect(page.getByRole('row')).toHaveCount(5)
  await expect(page).toHaveURL(/sort=price%3Aasc&page=2&limit=10/)
  await expect(main.getByText('Page 2 of 2')).toBeVisible()
  await expect(main.getByText('11–14 of 14 listings')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('row')).toHaveCount(5)
})

test('[STATE-OWNER-HIDDEN] what its owner hid can be hidden or shown, in the list and on its page', async ({
  page,
  oja,
}) => {
  const [admin, seller] = [await administrator(oja), await person(oja)]
  const id = await listing(oja, seller, { title: 'Withdrawn lamp', status: 'HIDDEN' })
  await signIn(page, oja, admin)
  await open(page, `/listings/${id}`)
  const moderation = page.getByRole('region', { name: 'Moderation' })
  for (const name of ['Show', 'Hide'])
    await expect(moderation.getByRole('button', { name, exact: true })).toBeVisible()

  await open(page, '/admin?q=withdrawn+lamp')
  const row = rowOf(page, 'Withdrawn lamp')
  await expect(row.getByRole('button', { name: 'Show Withdrawn lamp' })).toBeVisible()
  await row.getByRole('button', { name: 'Hide Withdrawn lamp' }).click()
  await confirm(page, 'Hide Listing', 'Hide')
  await expectToast(page, 'Listing updated')
  await expect(row).toContainText('Hidden by moderators')
  await expect(row.getByRole('button', { name: 'Hide Withdrawn lamp' })).toHaveCount(0)
  await expect(row.getByRole('button', { name: 'Show Withdrawn lamp' })).toBeVisible()
})

test('[ADMIN-LISTINGS] [ADMIN-FEATURE] [ADMIN-REASON] [STATE-ADMIN] [TOAST-ADMIN] hide with a reason, show, feature, delete', async ({
  page,
  oja,
}) => {
  const [admin, seller] = [await administrator(oja), await person(oja)]
  const id = await listing(oja, seller, { title: 'Moderated lamp' })
  await signIn(page, oja, admin)
  await open(page, '/admin?q=moderated+lamp')
  const row = rowOf(page, 'Moderated lamp')

  await row.getByRole('button', { name: 'Hide Moderated lamp' }).click()
  await page.getByLabel('Reason (optional)').fill('The photo shows a phone number.')
  await confirm(page, 'Hide Listing', 'Hide')
  await expect(row).toContainText('Hidden')
  await expectToast(page, 'Listing updated')
  await expect(row).toContainText('Reason: The photo shows a phone number.')

  const owner = await page.context().browser()?.newContext({ baseURL: oja.url })
  const ownPage = await owner?.newPage()
  if (!owner || !ownPage) throw new Error('There is no second browser.')
  await signIn(ownPage, oja, seller)
  for (const path of [`/listings/${id}`, '/my-listings?tab=hidden']) {
    await open(ownPage, path)
    await expect(ownPage.getByText('Reason: The photo shows a phone number.')).toBeVisible()
  }
  await owner.close()

  await row.getByRole('button', { name: 'Show Moderated lamp' }).click()
  await expect(row).toContainText('Active')
  await expectToast(page, 'Listing updated')

  await row.getByRole('button', { name: 'Feature Moderated lamp' }).click()
  await page.getByText('14 days').click()
  await confirm(page, 'Feature Listing', 'Feature')
  await expect(row).toContainText('Featured')
  await expect(row.getByRole('button', { name: 'Unfeature Moderated lamp' })).toBeEnabled()
  const { featuredUntil } =
    (await admin.api('GET /api/admin/listings', { query: { q: `#${id}` } })).items[0] ?? {}
  const days = (Date.parse(featuredUntil ?? '') - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(14)
  await row.getByRole('button', { name: 'Unfeature Moderated lamp' }).click()
  await expect(row).not.toContainText('Featured')

  await row.getByRole('button', { name: 'Delete Moderated lamp' }).click()
  await page.getByRole('dialog', { name: 'Delete Listing' }).getByRole('button', { name: 'Cancel' }).click()
  await row.getByRole('button', { name: 'Delete Moderated lamp' }).click()
  await confirm(page, 'Delete Listing', 'Delete')
  await expectToast(page, 'Listing deleted')
  await expect(row).toHaveCount(0)
})

test('[ADMIN-LISTINGS] [TOAST-ADMIN] the selected listings are deleted together, after a confirmation', async ({
  page,
  oja,
}) => {
  const [admin, seller] = [await administrator(oja), await person(oja)]
  for (const name of ['one', 'two', 'three']) await listing(oja, seller, { title: `Bulky thing ${name}` })
  await signIn(page, oja, admin)
  await open(page, '/admin?q=bulky')
  const main = page.getByRole('main')
  await expect(main.getByRole('button', { name: /^Delete Selected/ })).toHaveCount(0)
  await main.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await expect(main.getByRole('button', { name: 'Delete Selected (3)' })).toBeVisible()
  await main.getByRole('checkbox', { name: 'Select Bulky thing two' }).uncheck()
  await main.getByRole('button', { name: 'Delete Selected (2)' }).click()
  await confirm(page, 'Delete 2 Listings', 'Delete')
  await expectToast(page, '2 listings deleted')
  await expect(main.getByText('1 listing', { exact: true })).toBeVisible()
  await expect(rowOf(page, 'Bulky thing two')).toBeVisible()
})

test('[ADMIN-LISTINGS] [ADMIN-USERS] [ADMIN-REPORTS] [ERROR-ADMIN] a failed change is undone with a message in place, without a toast', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(409, 500)
  const [admin, seller] = [await administrator(oja), await person(oja, { fullName: 'Unlucky Seller' })]
  const id = await listing(oja, seller, { title: 'Unsaved chair' })
  await report(oja, admin, 'LISTING', id, 'Unsaved report')
  await signIn(page, oja, admin)
  await open(page, '/admin?q=unsaved')
  const row = rowOf(page, 'Unsaved chair')
  await page.route('**/api/admin/listings/*', (route) => route.fulfill({ status: 500, body: '' }))
  await row.getByRole('button', { name: 'Delete Unsaved chair' }).click()
  await confirm(page, 'Delete Listing', 'Delete')
  await expect(row.getByRole('alert')).toHaveText('Not saved. Please check your connection and try again.')
  await expect(row).toContainText('Active')
  await page.unroute('**/api/admin/listings/*')

  // Another administrator was faster: the row shows the present state.
  await admin.api('PATCH /api/admin/listings/:id', { params: { id }, body: { status: 'HIDDEN' } })
  await row.getByRole('button', { name: 'Hide Unsaved chair' }).click()
  await confirm(page, 'Hide Listing', 'Hide')
  await expect(row.getByRole('alert')).toHaveText('Not saved. This listing is hidden already.')
  await expect(row.getByRole('button', { name: 'Show Unsaved chair' })).toBeVisible()
  await expect(page.locator('.toast')).toHaveCount(0)

  await open(page, '/admin?tab=users&q=unlucky')
  await page.route('**/api/admin/users/*/ban', (route) => route.fulfill({ status: 500, body: '' }))
  await page.getByRole('button', { name: 'Ban Unlucky Seller' }).click()
  await confirm(page, 'Ban User', 'Ban')
  await expect(rowOf(page, 'Unlucky Seller').getByRole('alert')).toContainText('Not saved.')
  await expect(rowOf(page, 'Unlucky Seller')).toContainText('Active')

  await open(page, '/admin?tab=reports&view=all&q=unsaved')
  await page.route('**/api/admin/reports/*', (route) => route.fulfill({ status: 500, body: '' }))
  await page.getByRole('button', { name: /^Review report/ }).click()
  await expect(rowOf(page, 'Unsaved report').getByRole('alert')).toContainText('Not saved.')
  await expect(page.getByRole('button', { name: /^Review report/ })).toBeEnabled()
  await expect(page.locator('.toast')).toHaveCount(0)
})

test('[ADMIN-PHONE] on a phone each row of the table is a card, with the same actions', async ({
  page,
  oja,
}) => {
  const [admin, seller] = [await administrator(oja), await person(oja)]
  const id = await listing(oja, seller, { title: 'Pocket radio' })
  await signIn(page, oja, admin)
  await open(page, '/admin?q=pocket+radio')
  await expect(page.getByRole('columnheader').first()).toBeVisible()
  await page.setViewportSize(phone)
  await expect(page.getByRole('columnheader')).toHaveCount(0)
  const main = page.getByRole('main')
  const inside = async (name: string) => {
    const box = await main.getByRole('button', { name, exact: true }).boundingBox()
    expect(box?.x, name).toBeGreaterThan(0)
    expect((box?.x ?? 0) + (box?.width ?? phone.width), name).toBeLessThan(phone.width)
    expect(box?.height, name).toBeGreaterThanOrEqual(44)
  }
  for (const act of ['Hide', 'Feature', 'Delete']) await inside(`${act} Pocket radio`)
  await main.getByRole('checkbox', { name: 'Select Pocket radio' }).check()
  await expect(main.getByRole('button', { name: 'Delete Selected (1)' })).toBeVisible()
  await main.getByRole('button', { name: 'Hide Pocket radio' }).click()
  await confirm(page, 'Hide Listing', 'Hide')
  await expectToast(page, 'Listing updated')
  await inside('Show Pocket radio')
  expect((await admin.api('GET /api/admin/listings', { query: { q: `#${id}` } })).items).toMatchObject([
    { status: 'HIDDEN' },
  ])
})

test('[ADMIN-REASON] every link in the mail about a hidden listing leads its seller there, through the login', async ({
  page,
  oja,
}) => {
  const [admin, seller] = [await administrator(oja), await person(oja, { password })]
  const id = await listing(oja, seller, { title: 'Mailed lamp' })
  await admin.api('PATCH /api/admin/listings/:id', { params: { id }, body: { status: 'HIDDEN' } })
  const mails = () => readSentMail(oja.dataDir, seller.email)
  await expect.poll(async () => (await mails()).length).toBe(1)
  const [mail] = await mails()
  const html = (mail?.raw ?? '').replace(/=\r\n/g, '').replaceAll('=3D', '=')
  const links = new Set(Array.from(html.matchAll(/href="([^"]*listings[^"]*)"/g), ([, href = '']) => href))
  expect([...links]).toHaveLength(1)
  for (const link of links) {
    const { pathname, search } = new URL(link)
    await open(page, pathname + search)
    await logIn(page, seller.email)
    await expect(page).toHaveURL(`/listings/${id}`)
    await expect(page.getByRole('heading', { name: 'Mailed lamp' })).toBeVisible()
  }
})
