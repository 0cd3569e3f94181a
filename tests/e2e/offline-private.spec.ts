import { expect, expectHydrated } from './support/browser.ts'
import { expectKept, openWithWorker, readCaches, test } from './support/offline.ts'
import { person, signIn } from './support/people.ts'
import { listing, uploadPhoto } from './support/test-listings.ts'

test('[OFFLINE-PRIVATE] no response for a member is in any cache', async ({
  page,
  testProxy,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(404)
  const ada = await person(oja, { fullName: 'Ada Verysecret', bio: 'A bio of mine' })
  const id = await listing(oja, await person(oja, { fullName: 'Public Seller' }), {
    title: 'Openly sold table',
  })
  await signIn(page, { ...oja, url: testProxy.url }, ada)
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

test('[OFFLINE-PRIVATE] the next user of the device finds nothing: caches are cleared at login and logout', async ({
  page,
  testProxy,
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

  await signIn(page, { ...oja, url: testProxy.url }, await person(oja))
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
