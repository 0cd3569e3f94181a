import type { Page } from '@playwright/test'
import { administrator, report, rowOf } from './support/administrators.ts'
import {
  expect,
  expectAccessibleEverywhere,
  expectHydrated,
  expectToast,
  open,
  phone,
} from './support/browser.ts'
import { test } from './support/chat-fixture.ts'
import { type Person, person, signIn } from './support/people.ts'
import type { OjaServer } from './support/server.ts'
import { listing } from './support/test-listings.ts'

const cases = (page: Page) => page.getByRole('list', { name: 'Cases' })
const caseOf = (page: Page, title: string) =>
  cases(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })

/** Listings with a common word in their titles, each reported by three people. */
async function reported(
  oja: OjaServer,
  word: string,
  count: number,
): Promise<{ ids: number[]; seller: Person }> {
  const seller = await person(oja, { fullName: `${word} Seller` })
  const reporters = [await person(oja), await person(oja), await person(oja)]
  const ids: number[] = []
  for (let index = 1; index <= count; index += 1) {
    const id = await listing(oja, seller, { title: `${word} thing ${String(index).padStart(2, '0')}` })
    ids.push(id)
    for (const reporter of reporters) await report(oja, reporter, 'LISTING', id, 'Prohibited item')
  }
  return { ids, seller }
}

test('[DESK-PLANS] a desk of more cases than are counted says so, and has further pages', async ({
  page,
  oja,
}) => {
  await reported(oja, 'Countless', 1)
  await signIn(page, oja, await administrator(oja))
  await open(page, '/admin?tab=users')
  await page.route('**/api/admin/cases?*', async (route) => {
    const response = await route.fetch()
    const headers = { ...response.headers(), 'x-total-count': '1000', 'x-total-count-exact': 'false' }
    await route.fulfill({ response, headers })
  })
  await page
    .getByRole('navigation', { name: 'Administration' })
    .getByRole('link', { name: 'Reports' })
    .click()
  await page.getByRole('searchbox', { name: 'Search cases' }).fill('countless')
  await expect(page).toHaveURL(/q=countless/)
  await expect(page.getByRole('status').filter({ hasText: '1,000+ cases' })).toBeVisible()
  const pager = page.getByRole('navigation', { name: 'Pages' })
  await expect(pager).toContainText('1–20 of 1,000+ cases')
  await expect(pager).toContainText('Page 1 of 50+')
  // Ends the reads of the desk.
  await open(page, '/admin?tab=users')
})

test('[DESK-KEYS] a moderator settles ten cases of thirty reports with two keys each, and never loses the focus', async ({
  page,
  oja,
}) => {
  const { ids } = await reported(oja, 'Keyed', 10)
  await signIn(page, oja, await administrator(oja))
  await open(page, '/admin?tab=reports&q=keyed')
  await expect(cases(page).locator(':scope > li')).toHaveCount(10)
  await expect(caseOf(page, 'Keyed thing 01')).toContainText('3 reports')

  let presses = 0
  const press = async (key: string) => {
    presses += 1
    await page.keyboard.press(key)
  }
  await press('j')
  const keys = ['h', 'd', 'e', 'a', 'e', 'h', 'e', 'd', 'e', 'h']
  for (const [index, key] of keys.entries()) {
    const name = (number: number) => `Keyed thing ${String(number).padStart(2, '0')}`
    await expect(caseOf(page, name(index + 1))).toBeFocused()
    await press(key)
    await press(['Enter', '2', key][index % 3] ?? '')
    await expect(caseOf(page, name(index + 1))).toHaveCount(0)
    if (index === 8) await expect(caseOf(page, name(10))).toBeFocused()
  }
  // One to begin with, then two for each.
  expect(presses).toBe(21)
  await expect(page.locator('#desk-title')).toBeFocused()
  await expect(page.getByRole('heading', { name: 'No cases found' })).toBeVisible()

  const { db } = oja.database
  const rows = await db
    .selectFrom('listings')
    .select(['status', 'deleted_at'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  expect(rows.map(({ status, deleted_at }) => (deleted_at ? 'DELETED' : status))).toEqual([
    'HIDDEN',
    'DELETED',
    'ACTIVE',
    'ACTIVE',
    'ACTIVE',
    'HIDDEN',
    'ACTIVE',
    'DELETED',
    'ACTIVE',
    'HIDDEN',
  ])
  // The suggested rule is the one that the reports name.
  const { rule } = await db
    .selectFrom('moderation_acts')
    .select('rule')
    .where('target_type', '=', 'LISTING')
    .where('target_id', '=', ids[0] ?? 0)
    .executeTakeFirstOrThrow()
  expect(rule).toBe('prohibited')
  const waiting = await db
    .selectFrom('reports')
    .select('id')
    .where('target_type', '=', 'LISTING')
    .where('target_id', 'in', ids)
    .where('status', '=', 'NEW')
    .execute()
  expect(waiting).toEqual([])
})

test('[DESK-REPORTED] what was changed after a report is shown as it was reported', async ({ page, oja }) => {
  const seller = await person(oja)
  const id = await listing(oja, seller, { title: 'Deposit first, then the phone' })
  const body = { targetType: 'LISTING', targetId: id, reason: 'Looks like a scam' } as const
  await (await person(oja)).api('POST /api/reports', { body })
  const title = 'Reformed phone'
  await seller.api('PATCH /api/listings/:id', { params: { id }, body: { title } })
  await signIn(page, oja, await administrator(oja))
  await open(page, '/admin?tab=reports&q=reformed')
  const reported = caseOf(page, title)
  await reported.getByText('Changed since: what was reported').click()
  await expect(reported.getByText('Deposit first, then the phone')).toBeVisible()
  await expectAccessibleEverywhere(page)
})

test('[DESK-EVIDENCE] after each decision the other cases of a seller show the last three upheld reports and what rules found last, and nothing older', async ({
  page,
  oja,
}) => {
  const { ids, seller } = await reported(oja, 'Repeated', 3)
  const released = (rule: 'COPIES' | 'TEXT_OF_ANOTHER') =>
    oja.database.db
      .insertInto('holds')
      .values({
        kind: 'LISTING',
        rule,
        owner_id: seller.id,
        listing_id: ids[2] ?? 0,
        decision: 'RELEASE',
        decided_at: new Date(),
      })
      .execute()
  // What is said about both is the same.
  await released('COPIES')
  await released('COPIES')
  await signIn(page, oja, await administrator(oja))
  await open(page, '/admin?tab=reports&q=repeated')
  const last = caseOf(page, 'Repeated thing 03')
  const held = last.getByText('Review queue', { exact: true })
  await expect(held).toHaveCount(2)
  await released('TEXT_OF_ANOTHER')
  const upheld = last.getByRole('listitem').filter({ hasText: 'Upheld:' })
  // The three reports of a case have the same reason and are closed at the same moment.
  for (const title of ['Repeated thing 01', 'Repeated thing 02']) {
    await caseOf(page, title).getByRole('button', { name: 'Hide' }).click()
    await page.keyboard.press('Enter')
    await expect(caseOf(page, title)).toHaveCount(0)
    await expect(upheld.filter({ hasText: `“${title}”` })).toHaveCount(3)
    await expect(upheld).toHaveCount(3)
    await expect(held).toHaveCount(2)
  }
})

test('[DESK-KEYS] [DESK-BULK] keys rest in fields; several cases are selected, settled with own words, and the keys are explained and can be turned off', async ({
  page,
  oja,
}) => {
  await reported(oja, 'Bulk', 4)
  await signIn(page, oja, await administrator(oja))
  await open(page, '/admin?tab=reports&q=bulk')
  await page.getByRole('searchbox', { name: 'Search cases' }).focus()
  await page.keyboard.press('End')
  await page.keyboard.type(' thing')
  await expect(page).toHaveURL(/q=bulk\+thing/)
  await expect(cases(page).locator(':scope > li')).toHaveCount(4)

  await page.getByRole('searchbox', { name: 'Search cases' }).blur()
  for (const key of ['j', 'x', 'j', 'j', 'x', '?']) await page.keyboard.press(key)
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
  await page.keyboard.press('h')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByLabel('Own words')).toHaveCount(0)
  await expect(page.getByText('2 selected', { exact: true })).toBeVisible()
  await page.keyboard.press('h')
  await page.getByLabel('Own words').fill('e2e: sold twice')
  await page.keyboard.press('Enter')
  await expectToast(page, '2 cases settled')
  await expect(cases(page).locator(':scope > li')).toHaveCount(2)
  await expect(caseOf(page, 'Bulk thing 04')).toBeFocused()

  await page.keyboard.press('k')
  await expect(caseOf(page, 'Bulk thing 02')).toBeFocused()
  await page.keyboard.press('#')
  const reasons = page.getByRole('group', { name: /^Delete “Bulk thing 02”/ })
  await expect(reasons).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(reasons).toHaveCount(0)
  await expect(caseOf(page, 'Bulk thing 02')).toBeFocused()
  await page.keyboard.press('x')
  await expect(page.getByText('1 selected', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('1 selected', { exact: true })).toHaveCount(0)
  const opened = page.waitForEvent('popup')
  await page.keyboard.press('o')
  const tab = await opened
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Bulk thing 02')
  await tab.close()
  // Turned off on this device, a key does nothing.
  await page.keyboard.press('?')
  await page.getByLabel('Use these keys on this device').uncheck()
  await page.reload()
  await expect(cases(page).locator(':scope > li')).toHaveCount(2)
  await expectHydrated(page)
  await page.getByRole('button', { name: 'Keys' }).click()
  await expect(page.getByLabel('Use these keys on this device')).not.toBeChecked()
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.goto('/admin?tab=history&q=sold+twice')
  await expect(rowOf(page, 'Hid listing Bulk thing 01')).toContainText('e2e: sold twice')
})

test('[DESK-CLAIM] what one moderator has, the other sees and takes over; a refusal is said in the row', async ({
  oja,
  enter,
}) => {
  await reported(oja, 'Shared', 2)
  const one = await enter(await administrator(oja, 'Ada Admin'), '/admin?tab=reports&q=shared')
  const claimed = one.waitForResponse(/cases\/claim/)
  await one.keyboard.press('j')
  await claimed
  const two = await enter(await administrator(oja, 'Bola Admin'), '/admin?tab=reports&q=shared')
  const row = caseOf(two, 'Shared thing 01')
  await expect(row).toContainText('Ada Admin has this')
  await expect(row.getByRole('button', { name: /^Hide/ })).toHaveCount(0)
  // Neither by a key nor with all others.
  await two.keyboard.press('j')
  await expect(row).toBeFocused()
  await two.keyboard.press('h')
  await expect(two.getByRole('group', { name: /^Hide “/ })).toHaveCount(0)
  const selectAll = two.getByLabel('Select all on this page')
  await selectAll.check()
  await expect(two.getByText('1 selected', { exact: true })).toBeVisible()
  await selectAll.uncheck()
  await row.getByRole('button', { name: 'Take over Shared thing 01' }).click()
  await expect(row.getByRole('button', { name: 'Hide Shared thing 01' })).toBeVisible()
  // The first one has not read the list since.
  for (const key of ['e', 'e']) await one.keyboard.press(key)
  await expect(caseOf(one, 'Shared thing 01')).toContainText(
    'Not saved. Bola Admin is working on this case. Take it over first.',
  )
})

test('[DESK-PHONE] on a phone the first report is on the first screen; the desk is accessible everywhere', async ({
  page,
  oja,
}) => {
  const { ids, seller } = await reported(oja, 'Handheld', 2)
  await report(oja, await person(oja), 'USER', seller.id, 'Did not deliver')
  await signIn(page, oja, await administrator(oja))
  await page.setViewportSize(phone)
  await open(page, '/admin')
  const firstReport = cases(page).getByRole('listitem').first().getByRole('listitem').first()
  await expect(firstReport).toBeInViewport({ ratio: 1 })
  await open(page, '/admin?q=handheld&tab=reports')
  await caseOf(page, 'Handheld thing 01').getByRole('button', { name: 'Hide Handheld thing 01' }).click()
  await expect(page.getByRole('group', { name: /^Hide “Handheld thing 01”/ })).toBeVisible()
  await expectAccessibleEverywhere(page)

  await open(page, `/listings/${ids[1]}`)
  const moderation = page.getByRole('region', { name: 'Moderation' })
  await expect(moderation.getByRole('link', { name: '3 open reports' })).toBeVisible()
  await expectAccessibleEverywhere(page)
  await moderation.getByRole('button', { name: 'Hide', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Hide', exact: true }).click()
  await expect(moderation.getByRole('button', { name: 'Show', exact: true })).toBeVisible()
  await open(page, `/users/${seller.id}`)
  await moderation.getByRole('button', { name: 'Ban user Handheld Seller' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ban user' }).click()
  await expect(moderation.getByRole('button', { name: 'Unban user Handheld Seller' })).toBeVisible()
})
