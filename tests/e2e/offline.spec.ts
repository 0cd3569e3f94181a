import {
  expect,
  expectAccessibleEverywhere,
  expectCookie,
  expectHydrated,
  expectToast,
} from './support/browser.ts'
import { cut, expectKept, mend, openWithWorker, readCaches, test } from './support/offline.ts'
import { person, signIn } from './support/people.ts'
import { listing } from './support/test-listings.ts'

test('[OFFLINE-LISTING] a listing that a visitor opened is available offline with its picture and its age', async ({
  page,
  testProxy,
  oja,
}) => {
  const id = await listing(oja, await person(oja), { title: 'Offline kettle' })
  await openWithWorker(page, '/')
  await page.goto(`/listings/${id}`)
  await expectKept(page, 'oja-pages', new RegExp(`/listings/${id}$`))
  await expectKept(page, 'oja-pictures', /\/media\//)
  await cut(page, testProxy)
  await page.goto(`/listings/${id}`)
  await expectHydrated(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Offline kettle' })).toBeVisible()
  const picture = page.getByRole('img', { name: /Offline kettle, photo 1/ })
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await expect(
    page.getByText('You are offline. What you see may be old. It was saved just now.'),
  ).toBeVisible()

  // The home page was opened before the worker was active, the listing was not.
  await oja.database.db
    .updateTable('listings')
    .set({ title: 'Offline kettle, sold', status: 'SOLD' })
    .where('id', '=', id)
    .execute()
  await mend(page, testProxy)
  await expect(page.getByRole('heading', { level: 1, name: 'Offline kettle, sold' })).toBeVisible()
  await expect(page.getByText('You are offline.')).toHaveCount(0)
})

test('[OFFLINE-LISTING] a listing that was deleted meanwhile is gone once the connection is back', async ({
  page,
  testProxy,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(410)
  const id = await listing(oja, await person(oja), { title: 'Kept and gone kettle' })
  await openWithWorker(page, '/')
  await page.goto(`/listings/${id}`)
  await expectKept(page, 'oja-pages', new RegExp(`/listings/${id}$`))
  await cut(page, testProxy)
  await page.goto(`/listings/${id}`)
  await expectHydrated(page)
  await expect(page.getByText(/^You are offline\./)).toBeVisible()
  await oja.database.db.updateTable('listings').set({ deleted_at: new Date() }).where('id', '=', id).execute()
  await mend(page, testProxy)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This listing is gone')
  await expect(page.getByText(/It was saved|What you see was saved/)).toHaveCount(0)
})

for (const { name, path, says } of [
  { name: 'a listing', path: (id: number) => `/listings/${id}`, says: 'First page fan' },
  { name: 'home', path: () => '/', says: 'Find Anything in Nigeria' },
  { name: 'Browse with filters', path: () => '/listings?condition=USED', says: 'Listings' },
  { name: 'a profile', path: (_: number, seller: number) => `/users/${seller}`, says: 'Fanny First' },
  { name: 'a page of words', path: () => '/safety', says: 'Safety tips' },
]) {
  test(`[OFFLINE-FIRST] the first page opens again offline: ${name}`, async ({ page, testProxy, oja }) => {
    const seller = await person(oja, { fullName: 'Fanny First' })
    const id = await listing(oja, seller, { title: 'First page fan' })
    const address = path(id, seller.id)
    await openWithWorker(page, address)
    await expectKept(page, 'oja-pages', new RegExp(`${address.replace('?', '\\?')}$`))
    await cut(page, testProxy)
    await page.reload()
    await expectHydrated(page)
    await expect(page.getByRole('heading', { level: 1, name: says })).toBeVisible()
    await page.close()
    const again = await page.context().newPage()
    await again.goto(address)
    await expectHydrated(again)
    await expect(again.getByRole('heading', { level: 1, name: says })).toBeVisible()
    await expect(again.getByText(/^You are offline\. What you see may be old\. It was saved/)).toBeVisible()
  })
}

test('[OFFLINE-FIRST] each part of a profile opens again offline as it was read', async ({
  page,
  testProxy,
  oja,
}) => {
  const seller = await person(oja, { fullName: 'Parted Profile' })
  await listing(oja, seller, { title: 'Parted plates' })
  await openWithWorker(page, '/about')
  const parts = [`/users/${seller.id}`, `/users/${seller.id}?tab=reviews`]
  for (const part of parts) {
    await page.goto(part)
    await expectHydrated(page)
  }
  const isKept = async () => (await readCaches(page)).some(({ text }) => text.includes('No reviews yet'))
  await expect.poll(isKept).toBe(true)
  await cut(page, testProxy)
  for (const [part, says] of [
    [parts[0], 'Parted plates'],
    [parts[1], 'No reviews yet'],
  ] as const) {
    await page.goto(part ?? '')
    await expectHydrated(page)
    await expect(page.getByRole('main').getByText(says)).toBeVisible()
  }
})

test('[OFFLINE-FIRST] pages opened before the worker was installed are available offline', async ({
  page,
  testProxy,
  oja,
}) => {
  await listing(oja, await person(oja), { title: 'Early earrings' })
  await page.addInitScript(() => {
    const { serviceWorker } = navigator
    const register = serviceWorker.register.bind(serviceWorker)
    serviceWorker.register = async (...given) => {
      await new Promise((resolve) => addEventListener('test:register', resolve))
      return register(...given)
    }
  })
  await page.goto('/')
  await expectHydrated(page)
  await page.getByRole('link', { name: 'View All Latest Listings' }).click()
  await expect(page).toHaveURL(/\/listings$/)
  await page.waitForFunction(() => {
    dispatchEvent(new Event('test:register'))
    return navigator.serviceWorker.controller?.state === 'activated'
  })
  await expectKept(page, 'oja-reads', /\/api\/listings$/)
  await cut(page, testProxy)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Early earrings' })).toBeVisible()
})

test('[OFFLINE-LISTING] a member reads the public copy offline of listings they opened, never of a deleted one', async ({
  page,
  testProxy,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(404)
  const seller = await person(oja)
  const id = await listing(oja, seller, { title: 'Member mirror' })
  const gone = await listing(oja, seller, { title: 'Gone goblet' })
  await signIn(page, { ...oja, url: testProxy.url }, await person(oja, { fullName: 'Amina Offline' }))
  await openWithWorker(page, '/')
  for (const each of [id, gone]) {
    await page.goto(`/listings/${each}`)
    await expectKept(page, 'oja-reads', new RegExp(`/api/listings/${each}$`))
  }
  await oja.database.db.updateTable('listings').set({ status: 'HIDDEN' }).where('id', '=', gone).execute()
  await page.goto(`/listings/${gone}`)
  await expect
    .poll(async () => (await readCaches(page)).some(({ text }) => text.includes('Gone goblet')))
    .toBe(false)
  await page.goto(`/listings/${id}`)
  await cut(page, testProxy)
  await page.goto(`/listings/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Member mirror' })).toBeVisible()
  const picture = page.getByRole('img', { name: /Member mirror, photo 1/ })
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await expect(page.getByText(/^You are offline\. What you see may be old\. It was saved/)).toBeVisible()
})

test('[OFFLINE-CARD] a listing known only by its card shows the card offline, and the rest once online', async ({
  page,
  testProxy,
  oja,
}) => {
  const id = await listing(oja, await person(oja), {
    title: 'Card only cabinet',
    description: 'Three drawers and a mirror.',
    price: 4_500_000,
    state: 'Lagos',
    lga: 'Ikeja',
  })
  await openWithWorker(page, '/about')
  await page.goto('/listings?search=cabinet')
  await expectHydrated(page)
  await expectKept(page, 'oja-pictures', /\/media\//)
  await cut(page, testProxy)
  await page.getByRole('link', { name: 'Card only cabinet' }).click()
  await expect(page).toHaveURL(new RegExp(`/listings/${id}$`))
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: 'Card only cabinet' })).toBeVisible()
  await expect(main.getByText('₦45,000')).toBeVisible()
  await expect(main.getByText('Ikeja, Lagos')).toBeVisible()
  const picture = main.getByRole('img', { name: 'Card only cabinet' })
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await expect(main.getByRole('alert')).toContainText('You are offline')
  await main.getByRole('button', { name: 'Retry' }).click()
  await expect(main.getByRole('alert')).toContainText('You are offline')
  await expectAccessibleEverywhere(page)
  await mend(page, testProxy)
  await expect(main.getByText('Three drawers and a mirror.')).toBeVisible()
  await expect(main.getByRole('button', { name: 'Retry' })).toHaveCount(0)
})

test('[OFFLINE-PAGE] an unseen page shows an offline page with the listings seen, which disappears once online', async ({
  page,
  testProxy,
  oja,
}) => {
  const seller = await person(oja)
  const seen = await listing(oja, seller, { title: 'Seen lately lamp' })
  const unseen = await listing(oja, seller, { title: 'Never seen stool' })
  await openWithWorker(page, '/about')
  await page.goto(`/listings/${seen}`)
  await expectKept(page, 'oja-reads', new RegExp(`/api/listings/${seen}$`))
  await expectKept(page, 'oja-pictures', /\/media\//)
  await cut(page, testProxy)
  for (const path of [`/listings/${unseen}`, '/chat', '/listings?search=lamp']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: 'You are offline' }), path).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  }
  await page.goto(`/listings/${unseen}`)
  const link = page.getByRole('link', { name: /Seen lately lamp/ })
  await expect(link).toBeVisible()
  await expect
    .poll(() => link.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0)
  await expectAccessibleEverywhere(page)
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Seen lately lamp' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible()
  await mend(page, testProxy)
  await expect(page.getByRole('heading', { level: 1, name: 'Never seen stool' })).toBeVisible()
})

test('[OFFLINE-PAGE] on a hanging connection the cached copy shows after 4 seconds, and is replaced by the response', async ({
  page,
  testProxy,
  oja,
}) => {
  const id = await listing(oja, await person(oja), { title: 'Slow line sofa' })
  await openWithWorker(page, '/about')
  await page.goto(`/listings/${id}`)
  await expectKept(page, 'oja-pages', new RegExp(`/listings/${id}$`))
  await oja.database.db
    .updateTable('listings')
    .set({ title: 'Slow line sofa, new' })
    .where('id', '=', id)
    .execute()
  const release = Promise.withResolvers<void>()
  testProxy.hold = release.promise
  await page.goto(`/listings/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Slow line sofa, new' })).toBeVisible()
  release.resolve()
})

test('[OFFLINE-THEME] a cached page and the offline page have the theme that was chosen after they were cached', async ({
  page,
  testProxy,
}) => {
  await openWithWorker(page, '/safety')
  await page.goto('/about')
  await expectKept(page, 'oja-pages', /\/about$/)
  await expectHydrated(page)
  await page.getByRole('contentinfo').getByRole('button', { name: 'Dark', exact: true }).click()
  await expectCookie(page, 'theme', 'dark')
  await cut(page, testProxy)
  // A link may have added something to the address that the page does not read.
  for (const [path, name] of [
    ['/about?from=mail', 'About Oja'],
    ['/chat', 'You are offline'],
  ] as const) {
    await page.goto(path)
    await expect(page.locator('html'), path).toHaveAttribute('data-theme', 'dark')
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  }
  await expectHydrated(page)
  await page.getByRole('contentinfo').getByRole('button', { name: 'Same as this device' }).click()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible()
  await expect(page.locator('html')).not.toHaveAttribute('data-theme')
})

test('[TOAST-OFFLINE] offline, the report dialog opens, and shows that the report could not be sent', async ({
  page,
  testProxy,
  oja,
}) => {
  const id = await listing(oja, await person(oja), { title: 'Reported radio' })
  await signIn(page, { ...oja, url: testProxy.url }, await person(oja))
  await openWithWorker(page, '/')
  await page.goto(`/listings/${id}`)
  await expectHydrated(page)
  // The page itself requested neither the dialog's code nor the toasts'.
  await cut(page, testProxy)
  await page.getByRole('button', { name: 'Report Listing' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByPlaceholder('What is wrong?').fill('It is a copy')
  await dialog.getByRole('button', { name: /Submit/ }).click()
  await expectToast(page, 'Failed to submit report', 'You are offline')
  await expect(dialog.getByPlaceholder('What is wrong?')).toHaveValue('It is a copy')
})

test('[TOAST-OFFLINE] offline, a failed login is not reported as wrong credentials', async ({
  page,
  testProxy,
  oja,
}) => {
  const owner = await person(oja)
  await openWithWorker(page, '/login')
  await page.getByLabel('E-mail').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse 42')
  await cut(page, testProxy)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expectToast(page, 'Login failed', 'You are offline')
})

test('[OFFLINE-NOTICE] the notice moves down what is at the top of the screen, and not the head of an article', async ({
  page,
}) => {
  // A worker that is being installed without a network logs an error.
  await openWithWorker(page, '/safety')
  const article = page.getByRole('article')
  const [head, text] = [article.locator('header'), article.getByRole('heading', { name: 'The four rules' })]
  const gap = async () => {
    const [above, below] = [await head.boundingBox(), await text.boundingBox()]
    return above && below && below.y - above.y - above.height
  }
  const before = await gap()
  await page.context().setOffline(true)
  const notice = page.getByText('You are offline. What you see may be old.')
  await expect(notice).toBeVisible()
  expect(await gap()).toBe(before)
  const [bar, header] = [await notice.boundingBox(), await page.getByRole('banner').boundingBox()]
  expect(header?.y).toBe(bar?.height)
})
