import type { Page } from '@playwright/test'
import { administrator, holdForReview, report, rowOf } from './support/administrators.ts'
import { expect, open, test } from './support/browser.ts'
import { type Person, person, signIn } from './support/people.ts'
import type { OjaServer } from './support/server.ts'
import { listing, minutesAgo } from './support/test-listings.ts'

/** Presses a button of a row with the keyboard. */
async function press(page: Page, row: string, word: string) {
  await rowOf(page, row)
    .getByRole('button', { name: new RegExp(`^${word} `) })
    .press('Enter')
}
async function confirm(page: Page, word: string) {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: word, exact: true }).press('Enter')
  await expect(dialog).toHaveCount(0)
}

/** Three listings, newest first: 'upper', 'middle', 'lower', with a common word in their titles. */
async function threeListings(oja: OjaServer, seller: Person, word: string, fields = {}) {
  const made: number[] = []
  for (const [index, name] of ['upper', 'middle', 'lower'].entries())
    made.push(
      await listing(oja, seller, { title: `${word} ${name}`, created_at: minutesAgo(index + 1), ...fields }),
    )
  return made
}

interface Act {
  name: string
  /** The tab and its filters, for rows with this common word. */
  path: string
  word: string
  /** The button of the row, and that of its dialog, if there is one. */
  button: string
  confirm?: string
  make: (oja: OjaServer, word: string, admin: Person) => Promise<unknown>
}

const listings =
  (fields = {}) =>
  async (oja: OjaServer, word: string) =>
    threeListings(oja, await person(oja), word, fields)
const reports = async (oja: OjaServer, word: string, admin: Person) => {
  const seller = await person(oja)
  const ids = await threeListings(oja, seller, 'Complained of')
  // Newest first.
  for (const [index, name] of ['lower', 'middle', 'upper'].entries())
    await report(oja, admin, 'LISTING', ids[index] ?? 0, `${word} ${name}`)
}
const holds = async (oja: OjaServer, word: string) => {
  const seller = await person(oja)
  const fields = { status: 'HIDDEN', hidden_by_moderator: true }
  // Oldest open item first.
  for (const id of await threeListings(oja, seller, word, fields)) await holdForReview(oja, seller, id)
}

/** Actions that remove their own buttons, or their row. */
const acts: Act[] = [
  { name: 'Review', path: 'tab=reports&view=all', word: 'Reviewed', button: 'Review', make: reports },
  {
    name: 'Review of new ones',
    path: 'tab=reports&status=NEW',
    word: 'Fresh',
    button: 'Review',
    make: reports,
  },
  {
    name: 'Action',
    path: 'tab=reports&status=NEW',
    word: 'Acted',
    button: 'Action',
    confirm: 'Mark as actioned',
    make: reports,
  },
  { name: 'Release', path: 'tab=held&decision=OPEN', word: 'Released', button: 'Release', make: holds },
  {
    name: 'Reject',
    path: 'tab=held&decision=OPEN',
    word: 'Rejected',
    button: 'Reject',
    confirm: 'Reject',
    make: holds,
  },
  {
    name: 'Delete',
    path: 'tab=listings',
    word: 'Removed',
    button: 'Delete',
    confirm: 'Delete',
    make: listings(),
  },
  {
    name: 'Hide of active ones',
    path: 'status=ACTIVE',
    word: 'Concealed',
    button: 'Hide',
    confirm: 'Hide',
    make: listings(),
  },
  {
    name: 'Show of hidden ones',
    path: 'status=HIDDEN',
    word: 'Unveiled',
    button: 'Show',
    make: listings({ status: 'HIDDEN' }),
  },
]

for (const act of acts)
  test(`[ADMIN-FOCUS] after ${act.name} the focus is in the next row, after the last one at the list’s heading`, async ({
    page,
    oja,
  }) => {
    const admin = await administrator(oja)
    await act.make(oja, act.word, admin)
    await signIn(page, oja, admin)
    await open(page, `/admin?${act.path}&q=${act.word}`)
    const expectFocusIn = (name: string) =>
      expect(rowOf(page, `${act.word} ${name}`).and(page.locator(':focus, :has(:focus)'))).toBeVisible()
    const upper = rowOf(page, `${act.word} upper`)
    const buttons = upper.getByRole('button', { name: new RegExp(`^${act.button} `) })

    await press(page, `${act.word} upper`, act.button)
    if (act.confirm) await confirm(page, act.confirm)
    await expectFocusIn('middle')
    // It keeps focus after the server has responded and the list is refetched.
    await expect(page.locator('.toast')).toHaveCount(1)
    await expect(buttons).toHaveCount(0)
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await expectFocusIn('middle')

    await press(page, `${act.word} lower`, act.button)
    if (act.confirm) await confirm(page, act.confirm)
    await expect(page.locator('#desk-title')).toBeFocused()
  })

/** Actions whose button turns into its inverse. */
const turns = [
  { path: '', row: 'Turning lamp', from: 'Hide', confirm: 'Hide', to: 'Show' },
  { path: '', row: 'Turning lamp', from: 'Show', to: 'Hide' },
  { path: '', row: 'Turning lamp', from: 'Feature', confirm: 'Feature', to: 'Unfeature' },
  { path: '', row: 'Turning lamp', from: 'Unfeature', to: 'Feature' },
  { path: 'tab=users', row: 'Turning Person', from: 'Ban', confirm: 'Ban', to: 'Unban' },
  { path: 'tab=users', row: 'Turning Person', from: 'Unban', confirm: 'Unban', to: 'Ban' },
]

test('[ADMIN-FOCUS] when a button turns into its opposite it keeps the focus, also when the change failed', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(500)
  const seller = await person(oja, { fullName: 'Turning Person' })
  await listing(oja, seller, { title: 'Turning lamp' })
  await signIn(page, oja, await administrator(oja))
  for (const turn of turns) {
    await open(page, `/admin?${turn.path}&q=turning`)
    const button = (word: string) =>
      rowOf(page, turn.row).getByRole('button', { name: `${word} ${turn.row}`, exact: true })
    const act = async () => {
      await press(page, turn.row, turn.from)
      if (turn.confirm) await confirm(page, turn.confirm)
    }
    const writes = /\/api\/admin\/(listings|users)\/\d+/
    await page.route(writes, (route) => route.fulfill({ status: 500, body: '' }))
    await act()
    await expect(rowOf(page, turn.row).getByRole('alert')).toContainText('Not saved.')
    await expect(button(turn.from)).toBeFocused()
    await page.unroute(writes)
    await act()
    await expect(page.locator('.toast')).toHaveCount(1)
    await expect(button(turn.to)).toBeFocused()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await expect(button(turn.to)).toBeFocused()
  }
})

test('[ADMIN-FOCUS] after a bulk delete the focus is in the remaining row, or at the heading', async ({
  page,
  oja,
}) => {
  await threeListings(oja, await person(oja), 'Gathered')
  await signIn(page, oja, await administrator(oja))
  await open(page, '/admin?q=gathered')
  const remove = async (...names: string[]) => {
    for (const name of names)
      await page.getByRole('checkbox', { name: `Select Gathered ${name}` }).press('Space')
    await page.getByRole('button', { name: /^Delete Selected/ }).press('Enter')
    await confirm(page, 'Delete')
  }
  await remove('upper', 'lower')
  await expect(rowOf(page, 'Gathered middle')).toBeFocused()
  await remove('middle')
  await expect(page.locator('#desk-title')).toBeFocused()
  await expect(page.getByRole('heading', { name: 'No listings found' })).toBeVisible()
})

test('[ADMIN-FOCUS] other controls that disappear with the focus: Next on the last page, and Clear Filters', async ({
  page,
  oja,
}) => {
  const seller = await person(oja)
  for (let index = 0; index < 11; index += 1)
    await listing(oja, seller, { title: `Paged ${index}`, created_at: minutesAgo(index) })
  await signIn(page, oja, await administrator(oja))
  await open(page, '/admin?q=paged&limit=10')
  await page.getByRole('link', { name: 'Next page' }).press('Enter')
  await expect(rowOf(page, 'Paged 10')).toBeVisible()
  await expect(page.locator('tr:focus, #desk-title:focus')).toBeVisible()
  await open(page, '/admin?q=nothing+like+it')
  await page.getByRole('link', { name: 'Clear Filters' }).press('Enter')
  await expect(page.locator('tr:focus, #desk-title:focus')).toBeVisible()
})
