import { expect, expectAccessibleEverywhere, expectHydrated } from './support/browser.ts'
import { listing, uploadPhoto } from './support/goods.ts'
import { cut, expectKept, mend, openWithWorker, readCaches, test } from './support/offline.ts'
import { person, signIn } from './support/people.ts'

test('[SW-REGISTER] the worker is registered after the page is loaded, and its file is always asked for anew', async ({
  page,
  request,
}) => {
  await page.goto('/')
  const url = await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.scriptURL)
  expect(new URL(url ?? '').pathname).toBe('/sw.js')
  const asked = await page.evaluate(() => {
    const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const worker = performance.getEntriesByType('resource').find(({ name }) => /\/update-/.test(name))
    return { loaded: page?.loadEventStart ?? 0, worker: worker?.startTime ?? 0 }
  })
  expect(asked.worker).toBeGreaterThanOrEqual(asked.loaded)
  const answer = await request.get('/sw.js')
  expect(answer.headers()['cache-control']).toBe('no-cache')
  expect(answer.headers()['content-type']).toContain('javascript')
  expect(answer.headers()['content-security-policy']).toContain("worker-src 'self'")
  expect(answer.headers()['content-security-policy']).toContain("manifest-src 'self'")
})

test('[OFFLINE-LISTING] a listing that a visitor opened is there offline with its picture and its age', async ({
  page,
  line,
  oja,
}) => {
  const id = await listing(oja, await person(oja), { title: 'Offline kettle' })
  await openWithWorker(page, '/')
  await page.goto(`/listings/${id}`)
  await expectKept(page, 'oja-pages', new RegExp(`/listings/${id}$`))
  await expectKept(page, 'oja-pictures', /\/media\//)
  await cut(page, line)
  await page.goto(`/listings/${id}`)
  await expectHydrated(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Offline kettle' })).toBeVisible()
  const picture = page.getByRole('img', { name: /Offline kettle, photo 1/ })
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await expect(
    page.getByText('You are offline. What you see may be old. It was saved just now.'),
  ).toBeVisible()

  // The home page was opened before the worker was there, the listing not.
  await oja.database.db
    .updateTable('listings')
    .set({ title: 'Offline kettle, sold', status: 'SOLD' })
    .where('id', '=', id)
    .execute()
  await mend(page, line)
  await expect(page.getByRole('heading', { level: 1, name: 'Offline kettle, sold' })).toBeVisible()
  await expect(page.getByText('You are offline.')).toHaveCount(0)
})

test('[OFFLINE-LISTING] the first page of all is kept too, and read from the app’s links', async ({
  page,
  line,
  oja,
}) => {
  const id = await listing(oja, await person(oja), { title: 'First page fan' })
  await openWithWorker(page, `/listings/${id}`)
  await expectKept(page, 'oja-reads', new RegExp(`/api/listings/${id}$`))
  await expectKept(page, 'oja-pictures', /\/media\//)
  await cut(page, line)
  await page.goto(`/listings/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'First page fan' })).toBeVisible()
})

test('[OFFLINE-LISTING] a member reads offline the public copy of what they opened, and nobody reads a listing that is gone', async ({
  page,
  line,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(404)
  const seller = await person(oja)
  const id = await listing(oja, seller, { title: 'Member mirror' })
  const gone = await listing(oja, seller, { title: 'Gone goblet' })
  await signIn(page, { ...oja, url: line.url }, await person(oja, { fullName: 'Amina Offline' }))
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
  await cut(page, line)
  await page.goto(`/listings/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Member mirror' })).toBeVisible()
  const picture = page.getByRole('img', { name: /Member mirror, photo 1/ })
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await expect(page.getByText(/^You are offline\. What you see may be old\. It was saved/)).toBeVisible()
})

test('[OFFLINE-PAGE] what was not seen has a page that says so, lists what was seen, and goes when the line is back', async ({
  page,
  line,
  oja,
}) => {
  const seller = await person(oja)
  const seen = await listing(oja, seller, { title: 'Seen lately lamp' })
  const unseen = await listing(oja, seller, { title: 'Never seen stool' })
  await openWithWorker(page, '/about')
  await page.goto(`/listings/${seen}`)
  await expectKept(page, 'oja-reads', new RegExp(`/api/listings/${seen}$`))
  await expectKept(page, 'oja-pictures', /\/media\//)
  await cut(page, line)
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
  await mend(page, line)
  await expect(page.getByRole('heading', { level: 1, name: 'Never seen stool' })).toBeVisible()
})

test('[OFFLINE-PAGE] on a line that hangs the kept copy comes after 4 seconds, and is replaced when the line answers', async ({
  page,
  line,
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
  line.hold = release.promise
  await page.goto(`/listings/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Slow line sofa, new' })).toBeVisible()
  release.resolve()
})

test('[OFFLINE-PRIVATE] nothing that was answered to a member is in any cache', async ({
  page,
  line,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(404)
  const ada = await person(oja, { fullName: 'Ada Verysecret', bio: 'A bio of mine' })
  const id = await listing(oja, await person(oja, { fullName: 'Public Seller' }), {
    title: 'Openly sold table',
  })
  await signIn(page, { ...oja, url: line.url }, ada)
  const picture = await uploadPhoto(oja, ada, 4)
  const thread = await ada.api('POST /api/threads', { body: { listingId: id } })
  await ada.api('POST /api/threads/:id/messages', { params: thread, body: { attachment: picture.url } })
  await openWithWorker(page, '/')
  for (const path of [
    `/listings/${id}`,
    `/chat?thread=${thread.id}`,
    '/chat',
    '/favorites',
    '/settings',
    '/my-listings',
    '/profile',
    '/',
    '/listings',
  ])
    await page.goto(path, { waitUntil: 'networkidle' })
  await expectKept(page, 'oja-reads', new RegExp(`/api/listings/${id}$`))
  const kept = await readCaches(page)
  expect(kept.filter(({ url }) => url.includes(picture.url.replace(/[^/]*$/, '')))).toEqual([])
  const told = kept.filter(
    ({ text }) => /Ada Verysecret|A bio of mine/.test(text) || text.includes(ada.email),
  )
  expect(told.map(({ url }) => url)).toEqual([])
  expect(kept.filter(({ cache }) => cache === 'oja-pages').map(({ url }) => url)).toEqual([])
  const reads = kept.filter(({ cache }) => cache === 'oja-reads').map(({ url }) => new URL(url).pathname)
  expect(reads).toEqual([`/api/listings/${id}`])
})

test('[OFFLINE-PRIVATE] whoever comes next finds nothing: what was seen goes when somebody signs in or out', async ({
  page,
  line,
  oja,
}) => {
  const seller = await person(oja)
  const before = await listing(oja, seller, { title: 'Before signing in' })
  const after = await listing(oja, seller, { title: 'After signing in' })
  const seen = async () => [
    ...new Set(
      (await readCaches(page))
        .filter(({ cache }) => /pages|reads|pictures/.test(cache))
        .map(({ url }) => new URL(url).pathname),
    ),
  ]
  await openWithWorker(page, '/about')
  await page.goto(`/listings/${before}`)
  await expectKept(page, 'oja-pages', new RegExp(`/listings/${before}$`))

  await signIn(page, { ...oja, url: line.url }, await person(oja))
  await page.goto('/terms')
  await expect.poll(seen).toEqual([])

  await page.goto(`/listings/${after}`)
  await expectKept(page, 'oja-reads', new RegExp(`/api/listings/${after}$`))
  await expectHydrated(page)
  await page
    .getByRole('button', { name: /^(Account|Your account|Menu|Account menu)/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await expect
    .poll(async () => (await seen()).filter((path) => path.includes(`/listings/${after}`)))
    .toEqual([])
})

test('[OFFLINE-UPDATE] a new version is offered, taken at a word, and otherwise comes with the next page', async ({
  page,
  line,
  request,
}) => {
  await openWithWorker(page, '/about')
  const body = await (await request.get('/sw.js')).text()
  const release = (version: string) =>
    line.instead.set('/sw.js', {
      status: 200,
      type: 'text/javascript',
      body: `${body}\nself.version = '${version}'`,
    })
  const update = () => page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  const waits = () => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null)

  release('B')
  await update()
  const notice = page.getByRole('complementary', { name: 'New version' })
  await expect(notice).toContainText('A new version of Oja is ready')
  await Promise.all([page.waitForEvent('load'), notice.getByRole('button', { name: 'Reload' }).click()])
  await expect.poll(waits).toBe(false)
  await expect(notice).toHaveCount(0)

  // Until the page watches, a newer worker follows in silence: the page itself is new.
  let version = 'C'
  await expect(async () => {
    version += 'C'
    release(version)
    await update()
    await expect(notice).toBeVisible({ timeout: 2000 })
  }).toPass()
  await page.goto('/safety')
  await expect.poll(waits).toBe(false)
  await expectHydrated(page)
  await expect(notice).toHaveCount(0)
})

test('[OFFLINE-UPDATE] code that a deploy took away brings the new version, once', async ({
  page,
  line,
  expectedStatuses,
}) => {
  expectedStatuses.push(404)
  await openWithWorker(page, '/about')
  await expectHydrated(page)
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  const lost = '/assets/lost-of-the-version-before.js'
  line.instead.set(lost, { status: 404, type: 'application/json', body: '{}' })
  const lose = () =>
    page.evaluate((url) => {
      const payload = new TypeError(`Failed to fetch dynamically imported module: ${location.origin}${url}`)
      dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }))
    }, lost)
  await lose()
  await expect.poll(() => loads).toBe(1)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await expectHydrated(page)
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/notices-/.test(name)),
  )
  await lose()
  await expect(page.getByRole('complementary', { name: 'New version' })).toBeVisible()
  expect(loads).toBe(1)
})

test('[OFFLINE-UPDATE] a server without a worker removes it from the browser', async ({
  page,
  line,
  expectedStatuses,
}) => {
  expectedStatuses.push(404)
  await openWithWorker(page, '/about')
  line.instead.set('/sw.js', { status: 404, type: 'application/json', body: '{}' })
  await page.goto('/safety')
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
    .toBe(0)
})

test('[INSTALL-MANIFEST] the manifest has what a home screen needs, and each of its addresses is there', async ({
  page,
  request,
}) => {
  await page.goto('/')
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const answer = await request.get(href ?? '')
  expect(answer.headers()['content-type']).toContain('application/manifest+json')
  const manifest = await answer.json()
  expect(manifest).toMatchObject({
    name: 'Oja',
    short_name: 'Oja',
    id: '/',
    scope: '/',
    display: 'standalone',
  })
  expect(
    manifest.icons.map((icon: { sizes: string; purpose: string }) => `${icon.sizes} ${icon.purpose}`),
  ).toEqual(['any any', '192x192 any', '512x512 any', '512x512 maskable'])
  expect(manifest.shortcuts.map(({ url }: { url: string }) => url)).toEqual([
    '/sell',
    '/chat',
    '/favorites',
    '/listings',
  ])
  const pictures = [
    ...manifest.icons,
    ...manifest.shortcuts.flatMap(({ icons }: { icons: object[] }) => icons),
  ]
  for (const { src, sizes, type } of pictures) {
    const size = await page.evaluate(async (address) => {
      const image = new Image()
      image.src = address
      await image.decode()
      return `${image.naturalWidth}x${image.naturalHeight}`
    }, src)
    if (sizes !== 'any') expect(size, src).toBe(sizes)
    expect((await request.get(src)).headers()['content-type'], src).toContain(type)
  }
  for (const path of [manifest.start_url, ...manifest.shortcuts.map(({ url }: { url: string }) => url)])
    expect((await request.get(path)).status(), path).toBe(200)
  const devtools = await page.context().newCDPSession(page)
  const { errors } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  for (const scheme of ['light', 'dark'])
    await expect(page.locator(`meta[name=theme-color][media*=${scheme}]`)).toHaveCount(1)
})

/** What Chromium sends where an app can be installed. */
const offer = `
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt: async () => { document.documentElement.dataset.prompted = 'yes'; return { outcome: 'accepted' } },
  })
  addEventListener('load', () => dispatchEvent(event))
`

test('[INSTALL-PROMPT] who has just saved something is offered it at their first visit, and by a press the browser asks', async ({
  page,
  line,
  oja,
}) => {
  const id = await listing(oja, await person(oja), { title: 'Savable saucer' })
  await signIn(page, { ...oja, url: line.url }, await person(oja))
  await page.addInitScript(offer)
  await page.goto(`/listings/${id}`)
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/notices-/.test(name)),
  )
  const card = page.getByRole('complementary', { name: 'Install Oja' })
  await expect(card).toHaveCount(0)
  await page.getByRole('button', { name: /^Save/ }).first().click()
  await card.getByRole('button', { name: 'Add Oja' }).click()
  await expect(page.locator('html[data-prompted=yes]')).toHaveCount(1)
  await expect(card).toHaveCount(0)
})

test('[INSTALL-PROMPT] installing is offered at the second page of the third visit, and a "no" is remembered', async ({
  page,
}) => {
  await page.addInitScript(offer)
  const card = page.getByRole('complementary', { name: 'Install Oja' })
  const notices = () =>
    page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /\/notices-/.test(name)),
    )
  await page.goto('/about')
  await notices()
  await page.getByRole('link', { name: 'Safety tips', exact: true }).click()
  await page.waitForURL('**/safety')
  await expect(card).toHaveCount(0)

  const longAgo = Date.now() - 86_400_000
  await page.evaluate(
    (last) => localStorage.setItem('oja:visits', JSON.stringify({ count: 2, last })),
    longAgo,
  )
  await page.goto('/about')
  await notices()
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('oja:visits') ?? ''))
    .toContain('"count":3')
  await expect(card).toHaveCount(0)
  await page.getByRole('link', { name: 'Safety tips', exact: true }).click()
  await expect(card).toBeVisible()
  await expectAccessibleEverywhere(page)
  await card.getByRole('button', { name: 'Not now' }).click()
  await expect(card).toHaveCount(0)

  await page.goto('/about')
  await notices()
  await page.getByRole('link', { name: 'Safety tips', exact: true }).click()
  await page.waitForURL('**/safety')
  await expect(card).toHaveCount(0)
})
