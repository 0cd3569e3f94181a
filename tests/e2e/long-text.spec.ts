import type { Page } from '@playwright/test'
import { administrator, report } from './support/administrators.ts'
import { test as base, expect, expectHydrated } from './support/browser.ts'
import { sendMessage } from './support/chat-fixture.ts'
import { type Person, person, signIn } from './support/people.ts'
import type { OjaServer } from './support/server.ts'
import { stickingOut } from './support/sticking-out.ts'
import { listing } from './support/test-listings.ts'

/** A link of 300 characters, which can wrap only inside a word. */
const link = `https://example.com/${'a'.repeat(280)}`
/** The highest price: ₦10,000,000,000. */
const price = 1_000_000_000_000

interface World {
  owner: Person
  buyer: Person
  admin: Person
  id: number
  threadId: number
}

/** All user texts are the link. */
async function world(oja: OjaServer): Promise<World> {
  const { db } = oja.database
  const owner = await person(oja, { fullName: link, bio: link, state: 'Lagos', lga: 'Ikeja' })
  const buyer = await person(oja, { fullName: link })
  const admin = await administrator(oja, link)
  const id = await listing(oja, owner, {
    title: link,
    description: link,
    price,
    featured_until: new Date(Date.now() + 86_400_000),
  })
  await listing(oja, buyer, { title: link, description: link, price, status: 'SOLD' })
  await listing(oja, buyer, { title: link, description: link, price })
  const { id: threadId } = await buyer.api('POST /api/threads', { body: { listingId: id } })
  await sendMessage(buyer, threadId, link)
  await sendMessage(owner, threadId, link)
  await buyer.api('POST /api/favorites', { body: { listingId: id } })
  await buyer.api('POST /api/listings/:id/questions', { params: { id }, body: { question: link } })
  await buyer.api('POST /api/users/:id/reviews', {
    params: { id: owner.id },
    body: { stars: 4, comment: link },
  })
  await buyer.api('POST /api/blocks', { body: { userId: admin.id } })
  await report(oja, buyer, 'LISTING', id, link)
  await report(oja, buyer, 'USER', owner.id, link)
  const hidden = await listing(oja, owner, { title: link, description: link, price })
  const reason = link
  await admin.api('PATCH /api/admin/listings/:id', {
    params: { id: hidden },
    body: { status: 'HIDDEN', reason },
  })
  await db
    .insertInto('holds')
    .values({ kind: 'LISTING', rule: 'COPIES', owner_id: owner.id, listing_id: hidden, like_id: id })
    .execute()
  await db.updateTable('reports').set({ details: link }).execute()
  return { owner, buyer, admin, id, threadId }
}

const test = base.extend<object, { long: World }>({
  long: [async ({ oja }, use) => use(await world(oja)), { scope: 'worker' }],
})

type Who = 'owner' | 'buyer' | 'admin' | null

interface Screen {
  name: string
  path: (world: World) => string
  who: Who
  /** Opens what is not rendered at first, such as a dialog. */
  act?: (page: Page) => Promise<unknown>
}

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).locator('visible=true').first().click()
const refuseFile = (page: Page) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name: `${'a'.repeat(280)}.txt`, mimeType: 'text/plain', buffer: Buffer.from('words') })

const screens: Screen[] = [
  { name: 'home', path: () => '/', who: 'buyer' },
  { name: 'Browse', path: () => `/listings?search=${link.slice(0, 100)}`, who: null },
  { name: 'Browse with its cards', path: () => '/listings', who: 'buyer' },
  { name: 'filters', path: () => '/listings', who: null, act: press(/^Filters/) },
  { name: 'listing', path: ({ id }) => `/listings/${id}`, who: 'buyer' },
  { name: 'own listing', path: ({ id }) => `/listings/${id}`, who: 'owner' },
  { name: 'report dialog', path: ({ id }) => `/listings/${id}`, who: 'buyer', act: press('Report Listing') },
  { name: 'login dialog', path: ({ id }) => `/listings/${id}`, who: null, act: press('Save') },
  { name: 'profile', path: ({ owner }) => `/users/${owner.id}`, who: 'buyer' },
  { name: 'reviews', path: ({ owner }) => `/users/${owner.id}?tab=reviews`, who: 'buyer' },
  { name: 'own profile', path: ({ owner }) => `/users/${owner.id}`, who: 'owner' },
  { name: 'chat', path: ({ threadId }) => `/chat?thread=${threadId}`, who: 'owner' },
  { name: 'conversations', path: () => '/chat', who: 'owner' },
  { name: 'favorites', path: () => '/favorites', who: 'buyer' },
  { name: 'my listings', path: () => '/my-listings', who: 'owner' },
  { name: 'delete dialog', path: () => '/my-listings', who: 'owner', act: press(/^Delete/) },
  { name: 'sell', path: () => '/sell', who: 'owner' },
  { name: 'sell with a toast', path: () => '/sell', who: 'owner', act: refuseFile },
  { name: 'edit', path: ({ id }) => `/edit-listing/${id}`, who: 'owner' },
  { name: 'settings', path: () => '/settings', who: 'buyer' },
  { name: 'login', path: () => '/login', who: null },
  { name: 'register', path: () => '/register', who: null },
  { name: 'forgotten password', path: () => '/forgot-password', who: null },
  { name: 'admin, listings', path: () => '/admin?tab=listings', who: 'admin' },
  { name: 'hide dialog', path: () => '/admin?tab=listings', who: 'admin', act: press(/^Hide/) },
  { name: 'admin, users', path: () => '/admin?tab=users', who: 'admin' },
  { name: 'admin, cases', path: () => '/admin?tab=reports', who: 'admin' },
  { name: 'admin, reports', path: () => '/admin?tab=reports&view=all', who: 'admin' },
  { name: 'admin, held back', path: () => '/admin?tab=held', who: 'admin' },
  { name: 'admin, history', path: () => '/admin?tab=history', who: 'admin' },
  { name: 'no page', path: () => `/${link}`, who: null },
]

for (const { name, path, who, act } of screens) {
  test(`[LONG-TEXT] [LARGE-TEXT] neither a link of 300 characters nor doubled text size widens: ${name}`, async ({
    page,
    oja,
    long,
    expectedStatuses,
  }) => {
    expectedStatuses.push(400, 404)
    if (who) await signIn(page, oja, long[who])
    await page.setViewportSize({ width: 360, height: 800 })
    await page.goto(path(long))
    await expectHydrated(page)
    await expect(page.locator(':is([aria-busy="true"], .skeleton):visible')).toHaveCount(0)
    await act?.(page)
    await fillEveryField(page)
    for (const width of [320, 360, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      // A dialog is animated again when the width changes its position.
      await expect.poll(() => page.evaluate(stickingOut), `at ${width} px`).toEqual([])
    }
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(() => page.evaluate(stickingOut), `letters of 200 % at ${width} px`).toEqual([])
    }
    for (const label of ['Back', 'Share']) {
      const button = page.getByRole('main').getByLabel(label, { exact: true }).locator('visible=true')
      if ((await button.count()) > 0) expect((await button.boundingBox())?.width).toBeGreaterThanOrEqual(44)
    }
  })
}

/** Fills all visible text fields with the link. */
async function fillEveryField(page: Page): Promise<void> {
  const scope = (await page.locator('dialog[open]').count()) > 0 ? page.locator('dialog[open]') : page
  const fields = scope.locator(
    ':is(textarea, input:is([type=text], [type=search], [type=email], [type=tel], [type=password], :not([type]))):enabled:not([readonly]):visible',
  )
  for (const each of await fields.all()) await each.fill(link)
}
