import type { Page } from '@playwright/test'
import type { NewListing } from '#shared/contract/listings.ts'
import { expect, expectAccessibleEverywhere, expectToast, open, test } from './support/browser.ts'
import { chooser, field, fillListing, submit, tiles } from './support/listing-form.ts'
import { cut, mend, test as offlineTest, openWithWorker } from './support/offline.ts'
import { signIn as enter, type Person, person, signIn } from './support/people.ts'
import type { TestProxy } from './support/proxy.ts'
import type { OjaServer } from './support/server.ts'
import { listing, photoFiles } from './support/test-listings.ts'

const create = 'Create Listing'
const waiting = (page: Page) => page.getByRole('region', { name: 'Waiting to be published' })
const listingsOf = (oja: OjaServer, { id }: Person) =>
  oja.database.db.selectFrom('listings').select(['title', 'photos']).where('seller_id', '=', id).execute()

test('[DRAFTS-DEVICES] [SELL-SIMILAR] a draft begun on one device is continued on another; a change on both asks which one; a similar listing begins with the words of the first', async ({
  page,
  browser,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(409)
  const seller = await person(oja)
  await signIn(page, oja, seller)
  await open(page, '/sell')
  await fillListing(page, 'Wall clock from the phone')
  await chooser(page).setInputFiles(await photoFiles(1))
  await expect(page).toHaveURL(/\/sell\?draft=\d+$/)
  await expect.poll(async () => (await seller.api('GET /api/drafts'))[0]?.content.photos?.length).toBe(1)

  const context = await browser.newContext({ baseURL: oja.url })
  const laptop = await context.newPage()
  await enter(laptop, oja, seller)
  await open(laptop, '/sell')
  await expect(field(laptop, 'Title')).toHaveValue('')
  await expect(laptop.getByText('You have a draft: “Wall clock from the phone”')).toBeVisible()
  await expectAccessibleEverywhere(laptop)
  await laptop.getByRole('link', { name: 'continue it' }).click()
  await expect(field(laptop, 'Title')).toHaveValue('Wall clock from the phone')
  await expect(field(laptop, 'LGA')).toHaveValue('Ikeja')
  await expect(tiles(laptop)).toHaveCount(1)
  const saved = laptop.waitForResponse((response) => response.request().method() === 'PATCH')
  await field(laptop, 'Title').fill('Wall clock from the laptop')
  expect((await saved).status()).toBe(200)

  await field(page, 'Title').fill('Wall clock, still from the phone')
  await page.getByRole('button', { name: 'Show that one' }).click()
  await expect(field(page, 'Title')).toHaveValue('Wall clock from the laptop')
  await submit(laptop, create)
  await expect(laptop).toHaveURL(/\/listings\/\d+$/)
  expect(await seller.api('GET /api/drafts')).toEqual([])

  await open(laptop, '/my-listings')
  await laptop.getByRole('link', { name: 'Sell a similar one' }).click()
  await expect(field(laptop, 'Title')).toHaveValue('Wall clock from the laptop')
  await expect(field(laptop, 'Category')).not.toHaveValue('')
  await expect(tiles(laptop)).toHaveCount(0)
  await context.close()
})

/** Holds requests of this method back until the returned function is called. */
async function hold(page: Page, method: string, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    if (route.request().method() === method) await promise
    await route.fallback()
  })
  return resolve
}

test('[DRAFTS-DEVICES] [SELL-SIMILAR] what is typed and added while a draft or a similar listing is being read stays', async ({
  page,
  oja,
}) => {
  const seller = await person(oja)
  const { id } = await seller.api('POST /api/drafts', {
    body: { content: { title: 'Mirror of the laptop' } },
  })
  const similar = await listing(oja, seller, { title: 'Mirror that was sold' })
  await signIn(page, oja, seller)
  const upload = await hold(page, 'POST', '**/api/uploads')
  const read = [
    await hold(page, 'GET', '**/api/drafts'),
    await hold(page, 'GET', `**/api/listings/${similar}`),
  ]
  for (const [index, [query, title]] of [
    [`draft=${id}`, 'Mirror of the laptop'],
    [`like=${similar}`, 'Mirror that was sold'],
  ].entries()) {
    await open(page, `/sell?${query}`)
    await chooser(page).setInputFiles(await photoFiles(1))
    await expect(tiles(page)).toHaveCount(1)
    read[index]?.()
    await expect(field(page, 'Title')).toHaveValue(title ?? '')
    await expect(tiles(page)).toHaveCount(1)
  }
  upload()
  await expectToast(page, 'Images uploaded')
  await expect
    .poll(async () => (await seller.api('GET /api/drafts'))[0]?.content)
    .toMatchObject({ title: 'Mirror that was sold', photos: [{}] })

  const other = await seller.api('POST /api/drafts', { body: { content: { title: 'Mirror of the tablet' } } })
  const again = await hold(page, 'GET', '**/api/drafts')
  await open(page, `/sell?draft=${other.id}`)
  await field(page, 'Title').fill('Mirror, typed at once')
  again()
  await expect(page.getByText('This draft was changed on another device.')).toBeVisible()
  await expect(field(page, 'Title')).toHaveValue('Mirror, typed at once')
})

test('[DRAFTS-DEVICES] after lost answers a draft is neither there twice nor in conflict with itself', async ({
  page,
  oja,
}) => {
  const seller = await person(oja)
  await signIn(page, oja, seller)
  await open(page, '/sell')
  const titles = async () => (await seller.api('GET /api/drafts')).map(({ content }) => content.title)
  let lost = 0
  await page.route('**/api/drafts{,/*}', async (route) => {
    if (route.request().method() === 'GET') return route.fallback()
    await route.fetch()
    lost += 1
    await route.abort('internetdisconnected')
  })
  await field(page, 'Title').fill('Bench, first')
  await expect.poll(titles).toEqual(['Bench, first'])
  await expect.poll(() => lost).toBe(1)
  await page.unroute('**/api/drafts{,/*}')
  await field(page, 'Title').fill('Bench, second')
  await expect.poll(titles).toEqual(['Bench, second'])

  await page.route('**/api/drafts/*', async (route) => {
    await route.fetch()
    lost += 1
    await route.abort('internetdisconnected')
  })
  await field(page, 'Title').fill('Bench, third')
  await expect.poll(titles).toEqual(['Bench, third'])
  await expect.poll(() => lost).toBe(2)
  await page.unroute('**/api/drafts/*')
  await field(page, 'Title').fill('Bench, fourth')
  await expect.poll(titles).toEqual(['Bench, fourth'])
  await expect(page.getByText('This draft was changed on another device.')).toHaveCount(0)
})

test('[SELL-DRAFT] a draft that is discarded while it is being saved does not come back', async ({
  page,
  oja,
}) => {
  const seller = await person(oja)
  await signIn(page, oja, seller)
  const save = await hold(page, 'POST', '**/api/drafts')
  let saves = 0
  page.on('request', (request) => {
    if (request.method() === 'POST') saves += 1
  })
  await open(page, '/sell')
  await field(page, 'Title').fill('Stool, discarded')
  await expect.poll(() => saves).toBe(1)
  await page.reload()
  await expect.poll(() => saves).toBe(2)
  await page.getByRole('button', { name: 'start over' }).click()
  await expect(field(page, 'Title')).toHaveValue('')
  const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE')
  save()
  expect((await deleted).status()).toBe(204)
  expect(await seller.api('GET /api/drafts')).toEqual([])
})

test('[SELL-DRAFT] a draft that gets its address meanwhile takes nobody out of a menu or the search of the header', async ({
  page,
  oja,
}) => {
  await signIn(page, oja, await person(oja))
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await open(page, '/sell')
    const save = await hold(page, 'POST', '**/api/drafts')
    await field(page, 'Title').fill(`Stool at ${width}`)
    const header = page.getByRole('banner')
    await header.getByRole('button', { name: width === 360 ? 'Menu' : 'Account menu' }).click()
    const logout = page.getByRole(width === 360 ? 'button' : 'menuitem', { name: 'Logout' })
    await logout.focus()
    save()
    await expect(page).toHaveURL(/\/sell\?draft=\d+$/)
    // The focus would move in the next frame.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
    await expect(logout).toBeFocused()
    await page.keyboard.press('Escape')
  }
})

test('[SELL-BACKGROUND] a draft that the server does not answer for does not hold up Create', async ({
  page,
  oja,
}) => {
  const seller = await person(oja)
  await signIn(page, oja, seller)
  await open(page, '/sell')
  const save = await hold(page, 'POST', '**/api/drafts')
  const saving = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/drafts'),
  )
  await chooser(page).setInputFiles(await photoFiles(1))
  await expectToast(page, 'Images uploaded')
  await fillListing(page, 'Shelf on a line that hangs')
  await saving
  await submit(page, create)
  await expect(page).toHaveURL(/\/listings\/\d+$/)
  expect((await listingsOf(oja, seller)).map(({ title }) => title)).toEqual(['Shelf on a line that hangs'])
  const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE')
  save()
  await deleted
  expect(await seller.api('GET /api/drafts')).toEqual([])
})

test('[DRAFTS-PUBLISHED] a draft that is published is no longer under Drafts', async ({ page, oja }) => {
  const seller = await person(oja)
  await signIn(page, oja, seller)
  await open(page, '/sell')
  await chooser(page).setInputFiles(await photoFiles(1))
  await expectToast(page, 'Images uploaded')
  await fillListing(page, 'Ladder from the drafts')
  await expect.poll(async () => (await seller.api('GET /api/drafts'))[0]?.content.photos?.length).toBe(1)
  await open(page, '/my-listings?tab=drafts')
  await page.getByRole('link', { name: 'Continue Ladder from the drafts' }).click()
  await expect(field(page, 'LGA')).toHaveValue('Ikeja')
  await submit(page, create)
  await expect(page).toHaveURL(/\/listings\/\d+$/)
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL('/my-listings?tab=drafts')
  await expect(page.getByRole('heading', { name: 'No drafts' })).toBeVisible()
})

test('[MINE-TABS] a draft is deleted under Drafts, after a confirmation', async ({ page, oja }) => {
  const seller = await person(oja)
  for (const title of ['Hoe', 'Rake']) await seller.api('POST /api/drafts', { body: { content: { title } } })
  await signIn(page, oja, seller)
  await open(page, '/my-listings?tab=drafts')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.getByRole('button', { name: 'Delete draft Hoe' }).click()
  await expectToast(page, 'Draft deleted')
  await expect(page.getByRole('button', { name: /^Delete draft/ })).toHaveAccessibleName('Delete draft Rake')
  await expect(page.getByRole('link', { name: 'Drafts 1' })).toBeVisible()
})

test('the title of a draft opens it', async ({ page, oja }) => {
  const seller = await person(oja)
  const { id } = await seller.api('POST /api/drafts', { body: { content: { title: 'Cutlass' } } })
  await signIn(page, oja, seller)
  await open(page, '/my-listings?tab=drafts')
  await page.getByRole('heading', { name: 'Cutlass' }).click()
  await expect(page).toHaveURL(`/sell?draft=${id}`)
})

test('[DRAFTS-PUBLISHED] a draft that was published on another device is not published again, unless its seller wants it', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(410)
  const seller = await person(oja)
  await signIn(page, oja, seller)
  await open(page, '/sell')
  await chooser(page).setInputFiles(await photoFiles(1))
  await expectToast(page, 'Images uploaded')
  await fillListing(page, 'Hammock on two devices')
  await expect.poll(async () => (await seller.api('GET /api/drafts'))[0]?.content.photos?.length).toBe(1)
  const [draft] = await seller.api('GET /api/drafts')
  const { photos = [], ...content } = draft?.content ?? {}
  await seller.api('POST /api/listings', {
    body: { ...(content as NewListing), photos: photos.map(({ url }) => url), draftId: draft?.id },
  })
  await submit(page, create)
  await expect(page.getByRole('main').getByText('Its draft was published or deleted meanwhile')).toBeVisible()
  expect(await listingsOf(oja, seller)).toHaveLength(1)
  await submit(page, create)
  await expect(page).toHaveURL(/\/listings\/\d+$/)
  expect(await listingsOf(oja, seller)).toHaveLength(2)
})

test('[SELL-DRAFT] what is typed while the listing is being created does not become a draft', async ({
  page,
  oja,
}) => {
  const seller = await person(oja)
  await signIn(page, oja, seller)
  await page.clock.install()
  await open(page, '/sell')
  await chooser(page).setInputFiles(await photoFiles(1))
  await expectToast(page, 'Images uploaded')
  // No draft is saved before Create is pressed.
  await page.clock.pauseAt(Date.now() + 3_600_000)
  await fillListing(page, 'Pillow in a hurry')
  const answer = await hold(page, 'POST', '**/api/listings')
  await submit(page, create)
  await expect(page.getByRole('button', { name: 'Creating...' })).toBeVisible()
  await field(page, 'Title').fill('Pillow in a hurry, blue')
  let saves = 0
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/api/drafts')) saves += 1
  })
  answer()
  await page.clock.resume()
  await expect(page).toHaveURL(/\/listings\/\d+$/)
  await expect(page.getByRole('heading', { name: 'Pillow in a hurry' })).toBeVisible()
  expect(saves).toBe(0)
})

offlineTest(
  '[SELL-OFFLINE] a listing written without a connection waits with its photo, and is published once, whatever page is open when there is one',
  async ({ page, oja, testProxy }) => {
    offlineTest.slow()
    const seller = await person(oja)
    await writeOffline(page, { oja, testProxy, seller, title: 'Kettle from the village' })
    await expect(waiting(page)).toContainText('published when you have a connection')
    await expectAccessibleEverywhere(page)

    await mend(page, testProxy)
    const other = await page.context().newPage()
    await Promise.all([page.goto('/about'), other.goto('/my-listings')])
    await expect.poll(() => listingsOf(oja, seller)).toHaveLength(1)
    await expect(waiting(other)).toHaveCount(0)
    await other.reload()
    await expect(other.getByRole('link', { name: 'View Kettle from the village' })).toBeVisible()
    expect((await listingsOf(oja, seller)).map(({ photos }) => photos.length)).toEqual([1])
  },
)

offlineTest(
  '[SELL-SYNC] the service worker publishes it when the connection is back and no page of Oja is open',
  async ({ page, oja, testProxy, expectedStatuses }) => {
    offlineTest.slow()
    expectedStatuses.push(400)
    const seller = await person(oja)
    await writeOffline(page, { oja, testProxy, seller, title: 'Pot from the village' })
    // One that the server refuses does not hold up the other.
    await page.evaluate(addRefusedListing)
    const browser = await page.context().newCDPSession(page)
    const registered = new Promise<string>((resolve) =>
      browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [one] }) => {
        if (one) resolve(one.registrationId)
      }),
    )
    await browser.send('ServiceWorker.enable')
    const registrationId = await registered
    await page.goto('about:blank')
    await mend(page, testProxy)
    const sync = { origin: testProxy.url, registrationId, tag: 'oja-listings', lastChance: false }
    await browser.send('ServiceWorker.dispatchSyncEvent', sync)
    await expect.poll(() => listingsOf(oja, seller)).toHaveLength(1)
    await page.goto('/my-listings')
    await expect(page.getByRole('link', { name: 'View Pot from the village' })).toBeVisible()
    await expect(waiting(page).getByRole('listitem')).toHaveText(/Not published/)
    expect((await listingsOf(oja, seller)).map(({ photos }) => photos.length)).toEqual([1])
  },
)

offlineTest(
  '[SELL-REFUSED] a listing that the server refuses later says why, is mended in the form and published',
  async ({ page, oja, testProxy, expectedStatuses }) => {
    offlineTest.slow()
    expectedStatuses.push(400)
    const seller = await person(oja)
    await writeOffline(page, { oja, testProxy, seller, title: 'Ladle from the village' })
    const detail = 'You can publish 100 listings a day. You can publish the next one in about 3 hours.'
    const problem = { type: 'about:blank', title: 'Bad Request', status: 400, code: 'BAD_REQUEST', detail }
    testProxy.instead.set('/api/listings', {
      status: 400,
      type: 'application/problem+json',
      body: JSON.stringify(problem),
    })
    await mend(page, testProxy)
    await expect(waiting(page)).toContainText('Not published')
    await expect(waiting(page)).toContainText(detail)
    testProxy.instead.clear()
    await expectAccessibleEverywhere(page)
    await page.reload()
    await waiting(page).getByRole('button', { name: 'Edit' }).click()
    await expect(field(page, 'Title')).toHaveValue('Ladle from the village')
    await expect(tiles(page)).toHaveCount(1)
    await submit(page, create)
    await expect(page).toHaveURL(/\/listings\/\d+$/)
    expect(await listingsOf(oja, seller)).toMatchObject([{ title: 'Ladle from the village' }])
    await page.goto('/my-listings')
    await expect(page.getByRole('link', { name: 'View Ladle from the village' })).toBeVisible()
    await expect(waiting(page)).toHaveCount(0)
  },
)

/** A copy of the listing that waits, which is sent before it and has a price below zero. */
function addRefusedListing(): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('oja-waiting')
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('listings', 'readwrite')
      const store = transaction.objectStore('listings')
      const all = store.getAll()
      all.onsuccess = () => {
        const [one] = all.result
        store.put({ ...one, id: '00000000', body: { ...one.body, price: -1 } })
      }
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    }
  })
}

interface OfflineListing {
  oja: OjaServer
  testProxy: TestProxy
  seller: Person
  title: string
}

/** Visits /sell, cuts the connection and submits a listing with a photo: it waits. */
async function writeOffline(page: Page, { oja, testProxy, seller, title }: OfflineListing): Promise<void> {
  await enter(page, { ...oja, url: testProxy.url }, seller)
  await openWithWorker(page, '/sell')
  await page.reload()
  await expect(field(page, 'Title')).toBeEnabled()
  await page.waitForLoadState('networkidle')
  await cut(page, testProxy)
  await page.goto('/sell')
  await fillListing(page, title)
  await chooser(page).setInputFiles(await photoFiles(1))
  await submit(page, create)
  await expect(waiting(page)).toContainText(title)
}

test('[SELL-BACKGROUND] a listing is sent while its photos upload: the page may be left, and a toast appears when it is live', async ({
  page,
  oja,
}) => {
  const seller = await person(oja)
  await signIn(page, oja, seller)
  await open(page, '/sell')
  await fillListing(page, 'Lantern on a bad line')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/uploads', async (route) => {
    await released
    await route.continue().catch(() => undefined)
  })
  await chooser(page).setInputFiles(await photoFiles(2))
  await submit(page, create)
  await expect(waiting(page)).toContainText('You may leave this page.')
  await page.getByRole('banner').getByRole('link', { name: 'Browse' }).first().click()
  await expect(page).toHaveURL('/listings')
  release()
  await expectToast(page, 'Listing created!', 'Your listing is now live.')
  expect((await listingsOf(oja, seller)).map(({ photos }) => photos.length)).toEqual([2])
})

test('[DRAFTS-DEVICES] two tabs keep what each of them writes, also offline and when a phone drops one', async ({
  page,
  oja,
}) => {
  await signIn(page, oja, await person(oja))
  const other = await page.context().newPage()
  for (const tab of [page, other]) {
    // Neither gets a draft on the server.
    await tab.route('**/api/drafts', (route) =>
      route.request().method() === 'POST' ? route.abort('internetdisconnected') : route.continue(),
    )
    await open(tab, '/sell')
  }
  await field(page, 'Title').fill('Kettle of the first tab')
  await expect.poll(() => stored(page)).toContain('Kettle of the first tab')
  await field(other, 'Title').fill('Basket of the second tab')
  await expect.poll(() => stored(page)).toContain('Basket of the second tab')
  await page.reload()
  await expect(field(page, 'Title')).toHaveValue('Kettle of the first tab')
  await other.reload()
  await expect(field(other, 'Title')).toHaveValue('Basket of the second tab')

  // Closed, it is found by the next one once nothing else waits.
  await other.close()
  await page.getByRole('button', { name: 'start over' }).click()
  await expect(field(page, 'Title')).toHaveValue('')
  const next = await page.context().newPage()
  await open(next, '/sell')
  await expect(field(next, 'Title')).toHaveValue('Basket of the second tab')
})

/** What this device stores. */
const stored = (page: Page) => page.evaluate(() => Object.values(localStorage).join('\n'))
