import type { Page } from '@playwright/test'
import { expect, open, test } from './support/browser.ts'
import { composer, talk } from './support/chat.ts'
import { field } from './support/listing-form.ts'
import { person, signIn } from './support/people.ts'

// What a device keeps of a person: nothing once they logged out, or somebody else signs in.

/** Everything that the browser keeps, beside what says nothing of anybody. */
const kept = (page: Page) =>
  page.evaluate(() =>
    [localStorage, sessionStorage].flatMap((storage) =>
      Object.entries(storage)
        .filter(
          ([key]) =>
            !/^oja:(fetched-entry|install-declined|reloaded|scroll|visits|worker-checked)$/.test(key),
        )
        .map((entry) => entry.join('=')),
    ),
  )

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
}

test('[PRIVATE-STORAGE] logging out leaves nothing behind: drafts of listings, messages, and what was typed last', async ({
  page,
  oja,
}) => {
  const buyer = await person(oja)
  const { threadId } = await talk(oja, { buyer })
  await signIn(page, oja, buyer)
  await open(page, `/chat?thread=${threadId}`)
  await composer(page).fill('A secret message')
  await open(page, '/sell')
  await field(page, 'Title').fill('A secret listing')
  await expect.poll(() => kept(page)).toContainEqual(expect.stringContaining('A secret listing'))
  expect((await kept(page)).join()).toContain('A secret message')
  // What is typed right before has not been kept yet, and would be when the page goes.
  await field(page, 'Description').fill('Typed a moment before logging out')
  await logOut(page)
  expect(await kept(page)).toEqual([])
})

test('[PRIVATE-STORAGE] another tab that is still open keeps nothing more', async ({
  page,
  context,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(401)
  await signIn(page, oja, await person(oja))
  const other = await context.newPage()
  await open(other, '/sell')
  await field(other, 'Title').fill('A secret listing')
  await open(page, '/about')
  await logOut(page)
  await field(other, 'Description').fill('Typed after the logout in the first tab')
  await other.goto('/about')
  expect(await kept(page)).toEqual([])
})

test('[PRIVATE-STORAGE] what somebody left whose session ended goes when another person signs in', async ({
  page,
  oja,
}) => {
  const [one, other] = [await person(oja), await person(oja)]
  await signIn(page, oja, one)
  await open(page, '/sell')
  await field(page, 'Title').fill('A secret listing')
  await page.goto('/about')
  await page.context().clearCookies()
  await open(page, '/about')
  expect((await kept(page)).join()).toContain('A secret listing')
  await signIn(page, oja, other)
  await open(page, '/about')
  await expect.poll(async () => (await kept(page)).join()).not.toContain('A secret listing')
})

test('[PRIVATE-STORAGE] and after an hour in any case', async ({ page, oja }) => {
  await page.clock.install()
  await signIn(page, oja, await person(oja))
  await open(page, '/sell')
  await field(page, 'Title').fill('A secret listing')
  await page.goto('/about')
  await page.context().clearCookies()
  await open(page, '/about')
  await page.clock.fastForward('01:01:00')
  await open(page, '/about')
  await expect.poll(() => kept(page)).toEqual([])
})
