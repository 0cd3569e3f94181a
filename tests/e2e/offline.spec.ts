import { expect, expectAccessibleEverywhere, expectHydrated, expectToast } from './support/browser.ts'
import { listing } from './support/goods.ts'
import { cut, expectKept, mend, openWithWorker, readCaches, test } from './support/offline.ts'
import { person, signIn } from './support/people.ts'

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

test('[TOAST-OFFLINE] offline, the report dialog opens, and says that the report could not be sent', async ({
  page,
  line,
  oja,
}) => {
  const id = await listing(oja, await person(oja), { title: 'Reported radio' })
  await signIn(page, { ...oja, url: line.url }, await person(oja))
  await openWithWorker(page, '/')
  await page.goto(`/listings/${id}`)
  await expectHydrated(page)
  // Neither the dialog's code nor that of the toasts was asked for by the page itself.
  await cut(page, line)
  await page.getByRole('button', { name: 'Report Listing' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByPlaceholder('What is wrong?').fill('It is a copy')
  await dialog.getByRole('button', { name: /Submit/ }).click()
  await expectToast(page, 'Failed to submit report', 'You are offline')
  await expect(dialog.getByPlaceholder('What is wrong?')).toHaveValue('It is a copy')
})

test('[TOAST-OFFLINE] offline, a login is not said to have wrong credentials', async ({
  page,
  line,
  oja,
}) => {
  const owner = await person(oja)
  await openWithWorker(page, '/login')
  await page.getByLabel('E-mail').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse 42')
  await cut(page, line)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expectToast(page, 'Login failed', 'You are offline')
})
