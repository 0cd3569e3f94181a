import type { Page } from '@playwright/test'
import { administrator } from './support/administrators.ts'
import { expect, open, phone, test } from './support/browser.ts'
import { talk } from './support/chat-fixture.ts'
import { person, signIn } from './support/people.ts'
import { listing } from './support/test-listings.ts'

/** Accessible names that more than one field on the page has. */
async function namesTwice(page: Page): Promise<string[]> {
  const tree = await page.locator('body').ariaSnapshot()
  const fields = tree.matchAll(/^\s*- (?:textbox|searchbox|combobox|spinbutton|checkbox) "([^"]*)"/gm)
  // Listings may share a title: their rows are identified by number.
  const names = [...fields].map(([, name = '']) => name).filter((name) => !name.startsWith('Select '))
  return names.filter((name, index) => names.indexOf(name) !== index)
}

test('a place for pictures is one button to screen readers, not its invisible file field too', async ({
  page,
  oja,
}) => {
  const { seller, threadId } = await talk(oja, { first: 'Is it still there?' })
  await signIn(page, oja, seller)
  const choosers = {
    '/sell': 'Add photos',
    [`/chat?thread=${threadId}`]: 'Attach a picture',
    '/settings': 'Add a picture',
    '/stolen-phone': 'Add a photo',
  }
  for (const [path, name] of Object.entries(choosers)) {
    await open(page, path)
    await expect(page.locator('input[type=file]')).toHaveCount(1)
    await expect(page.getByRole('main').getByRole('button', { name: /photo|picture/i })).toHaveCount(1)
    const chooses = page.waitForEvent('filechooser')
    await page.getByRole('button', { name }).press('Enter')
    await chooses
  }
})

for (const who of ['visitor', 'administrator'])
  test(`[FIELD-NAMES] no page has two fields with one name: ${who}`, async ({
    page,
    oja,
    expectedStatuses,
  }) => {
    test.slow()
    expectedStatuses.push(404)
    const admin = await administrator(oja)
    const id = await listing(oja, admin, { title: 'Named chair' })
    await listing(oja, await person(oja), { title: 'Named table' })
    const everybody = [
      '/',
      '/listings?search=named',
      `/listings/${id}`,
      `/users/${admin.id}`,
      '/nothing-here',
    ]
    const paths = {
      visitor: ['/login', '/register', '/forgot-password'],
      administrator: [
        ...['/sell', `/edit-listing/${id}`, '/my-listings', '/favorites', '/chat', '/settings'],
        ...['listings', 'users', 'reports', 'held', 'appeals', 'history'].map((tab) => `/admin?tab=${tab}`),
      ],
    }[who]
    if (who === 'administrator') await signIn(page, oja, admin)
    for (const path of [...everybody, ...(paths ?? [])]) {
      await open(page, path)
      for (const width of [1280, phone.width]) {
        await page.setViewportSize({ width, height: 800 })
        expect(await namesTwice(page), `${path} at ${width} px`).toEqual([])
      }
    }
  })
