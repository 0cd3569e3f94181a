import type { Page } from '@playwright/test'
import { administrator, confirm, rowOf } from './support/administrators.ts'
import { open, test } from './support/browser.ts'
import { bubble, test as chatTest, expect, sendMessage, talk, write } from './support/chat-fixture.ts'
import { person, signIn } from './support/people.ts'
import { listing, minutesAgo } from './support/test-listings.ts'

const day = 86_400_000
const clocks = { 'two days behind': -2 * day, 'two days ahead': 2 * day }

/** Sets the clock of a page's device ahead by some milliseconds, or behind. */
async function setClock(page: Page, by: number): Promise<void> {
  await page.addInitScript((ms) => {
    const now = Date.now
    Date.now = () => now() + ms
  }, by)
}

for (const [clock, by] of Object.entries(clocks)) {
  test(`ages are right on a phone whose clock is ${clock}`, async ({ page, oja }) => {
    const fields = { title: `Standing clock ${clock}`, created_at: minutesAgo(3 * 24 * 60 + 5) }
    await listing(oja, await person(oja), fields)
    await setClock(page, by)
    await open(page, '/listings?search=standing')
    // The browser renders the next page: what the server rendered is right in any case.
    await page.getByRole('link', { name: fields.title }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(fields.title)
    await expect(page.getByText('3 days ago').first()).toBeVisible()
    await expect(page.locator('main')).toContainText('Posted3 days ago')
  })

  chatTest(
    `a message that waits for the network stands below those of today on a phone whose clock is ${clock}`,
    async ({ oja, enter }) => {
      const { buyer, seller, threadId } = await talk(oja, { first: 'Good morning.' })
      const page = await enter(buyer)
      await setClock(page, by)
      await open(page, `/chat?thread=${threadId}`)
      await page.route('**/api/threads/*/messages', (route) =>
        route.request().method() === 'POST' ? route.abort() : route.continue(),
      )
      await sendMessage(seller, threadId, 'Welcome.')
      await expect(bubble(page, 'Welcome.')).toBeVisible()
      const today = page.locator('main').getByText('Today', { exact: true })
      await expect(today).toHaveCount(1)
      await write(page, 'Is it there?')
      await expect(bubble(page, 'Is it there?')).toHaveAttribute('data-state', 'sending')
      await expect(today).toHaveCount(1)
    },
  )
}

test('a phone whose clock is ahead reads nothing that its page came with', async ({ page, oja }) => {
  const buyer = await person(oja)
  await signIn(page, oja, buyer)
  await setClock(page, 2 * day)
  const reads: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes('/api/')) reads.push(request.url())
  })
  await open(page, '/favorites')
  await page.waitForLoadState('networkidle')
  expect(reads).toEqual([])
})

test('an administrator whose clock is a month behind features a listing for the days that they chose', async ({
  page,
  oja,
}) => {
  const title = 'Late featured lamp'
  const id = await listing(oja, await person(oja), { title })
  await signIn(page, oja, await administrator(oja))
  await setClock(page, -30 * day)
  await open(page, '/admin?q=late+featured')
  await rowOf(page, title)
    .getByRole('button', { name: `Feature ${title}` })
    .click()
  await page.getByText('14 days').click()
  await confirm(page, 'Feature Listing', 'Feature')
  const until = () =>
    oja.database.db
      .selectFrom('listings')
      .select('featured_until')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  await expect.poll(async () => (await until()).featured_until).not.toBeNull()
  const { featured_until } = await until()
  expect(Math.round((Number(featured_until) - Date.now()) / day)).toBe(14)
})

chatTest(
  'a meeting that was written stays written on a phone whose clock is past it',
  async ({ oja, enter }) => {
    const { buyer, threadId } = await talk(oja, { first: 'I take it.' })
    const page = await enter(buyer)
    await setClock(page, 2 * day)
    await open(page, `/chat?thread=${threadId}`)
    const dialog = page.getByRole('dialog', { name: 'Propose a deal' })
    await page.getByRole('button', { name: 'Propose a deal' }).click()
    const tomorrow = new Date(Date.now() + day).toISOString().slice(0, 10)
    await dialog.getByLabel('Day and time').fill(`${tomorrow}T10:00`)
    await dialog.getByRole('button', { name: 'Inside a bank' }).click()
    await page.reload()
    await page.getByRole('button', { name: 'Propose a deal' }).click()
    await expect(dialog.getByLabel('Day and time')).toHaveValue(`${tomorrow}T10:00`)
  },
)
