import type { Page } from '@playwright/test'
import { administrator, holdForReview, report } from './support/administrators.ts'
import { expect, open, test } from './support/browser.ts'
import { talk } from './support/chat-fixture.ts'
import { type Person, password, person, signIn } from './support/people.ts'
import type { OjaServer } from './support/server.ts'
import { listing } from './support/test-listings.ts'

interface Scene {
  seller: Person
  admin: Person
  threadId: number
}

interface Question {
  title: string
  who: 'admin' | 'seller'
  path: (scene: Scene) => string
  ask: (page: Page) => Promise<unknown>
}

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name }).locator('visible=true').first().click()

const withReason: Question[] = [
  { title: 'Hide Listing', who: 'admin', path: () => '/admin?q=asked+about', ask: press('Hide Asked about') },
  {
    title: 'Feature Listing',
    who: 'admin',
    path: () => '/admin?q=asked+about',
    ask: press('Feature Asked about'),
  },
  {
    title: 'Delete Listing',
    who: 'admin',
    path: () => '/admin?q=asked+about',
    ask: press('Delete Asked about'),
  },
  {
    title: 'Delete 3 Listings',
    who: 'admin',
    path: () => '/admin?q=asked',
    async ask(page) {
      for (const name of ['about', 'hold', 'in a chat'])
        await page
          .getByRole('checkbox', { name: `Select Asked ${name}` })
          .first()
          .check()
      await press(/^Delete Selected/)(page)
    },
  },
  { title: 'Ban User', who: 'admin', path: () => '/admin?tab=users&q=asked', ask: press('Ban Asked Seller') },
  {
    title: 'Unban User',
    who: 'admin',
    path: () => '/admin?tab=users&q=barred',
    ask: press('Unban Barred Person'),
  },
  {
    title: 'Report Actioned',
    who: 'admin',
    path: () => '/admin?tab=reports&view=all&q=asked',
    ask: press(/^Action report/),
  },
  {
    title: 'Reject Listing',
    who: 'admin',
    path: () => '/admin?tab=held&q=asked',
    ask: press('Reject Asked hold'),
  },
]

const withoutReason: Question[] = [
  {
    title: 'Delete Listing',
    who: 'seller',
    path: ({ seller }) => `/users/${seller.id}`,
    ask: press(/^Delete Asked about/),
  },
  {
    title: 'Log out everywhere else?',
    who: 'seller',
    path: () => '/settings',
    ask: press('Log out everywhere else'),
  },
  {
    title: 'Block Asked Buyer?',
    who: 'seller',
    path: ({ threadId }) => `/chat?thread=${threadId}`,
    async ask(page) {
      await page.getByRole('button', { name: 'More about this conversation' }).click()
      await page.getByRole('menuitem', { name: 'Block user' }).click()
    },
  },
  {
    title: 'Leave without saving?',
    who: 'seller',
    path: () => '/settings',
    async ask(page) {
      await page.getByLabel('Full name').fill('Somebody Else')
      await page.getByRole('link', { name: 'Browse' }).first().click()
    },
  },
]

for (const question of [...withReason, ...withoutReason]) {
  const asksWhy = withReason.includes(question)
  test(`[DIALOG-FOCUS] “${question.title}” of ${question.who} focuses ${asksWhy ? 'the reason' : 'Cancel'}`, async ({
    page,
    oja,
  }) => {
    const scene = await makeScene(oja)
    await signIn(page, oja, scene[question.who])
    await open(page, question.path(scene))
    await question.ask(page)
    const dialog = page.locator('dialog[open]')
    await expect(dialog.getByRole('heading', { name: question.title })).toBeVisible()
    if (!asksWhy) return expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    // With spaces: each would press a focused button.
    await page.keyboard.type('It is a copy.')
    await expect(dialog.getByLabel('Reason (optional)')).toHaveValue('It is a copy.')
  })
}

async function makeScene(oja: OjaServer): Promise<Scene> {
  const seller = await person(oja, { fullName: 'Asked Seller', password })
  const buyer = await person(oja, { fullName: 'Asked Buyer' })
  const admin = await administrator(oja)
  const id = await listing(oja, seller, { title: 'Asked about' })
  await report(oja, admin, 'LISTING', id, 'Asked report')
  const hidden = { status: 'HIDDEN', hidden_by_moderator: true } as const
  await holdForReview(oja, seller, await listing(oja, seller, { title: 'Asked hold', ...hidden }))
  await person(oja, { fullName: 'Barred Person', banned: true })
  const { threadId } = await talk(oja, { seller, buyer, title: 'Asked in a chat' })
  // A second session, to be logged out.
  await fetch(new URL('/api/auth/login', oja.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: seller.email, password }),
  })
  return { seller, admin, threadId }
}
