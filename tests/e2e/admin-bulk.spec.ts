import { administrator, confirm, rowOf } from './support/administrators.ts'
import { expect, expectToast, open, test } from './support/browser.ts'
import { person, signIn } from './support/people.ts'
import { listing } from './support/test-listings.ts'

test('[ADMIN-SELECT-ALL] the box above the rows is mixed while some are selected, and then selects all', async ({
  page,
  oja,
}) => {
  const seller = await person(oja)
  for (const name of ['one', 'two']) await listing(oja, seller, { title: `Mixed thing ${name}` })
  await signIn(page, oja, await administrator(oja))
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await open(page, '/admin?q=mixed+thing')
    const all = page.getByRole('checkbox', { name: 'Select all on this page' })
    const [one, two] = ['one', 'two'].map((name) =>
      page.getByRole('checkbox', { name: `Select Mixed thing ${name}` }),
    )
    if (!one || !two) throw new Error('There are two rows.')
    await expect(all).not.toBeChecked()
    await one.press('Space')
    await expect(all).toBeChecked({ indeterminate: true })
    await expect(all).toHaveAttribute('aria-checked', 'mixed')
    await all.press('Space')
    await expect(two).toBeChecked()
    await expect(all).toBeChecked()
    await expect(all).not.toHaveAttribute('aria-checked')
    await all.press('Space')
    await expect(one).not.toBeChecked()
    await expect(all).toBeChecked({ indeterminate: false, checked: false })
  }
})

test('[ADMIN-BULK-FAILURE] listings that could not be deleted stay selected, with one message in place, without a toast', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(500)
  const [admin, seller] = [await administrator(oja), await person(oja)]
  const ids: number[] = []
  for (const name of ['one', 'two', 'three', 'four'])
    ids.push(await listing(oja, seller, { title: `Sticky thing ${name}` }))
  await signIn(page, oja, admin)
  await open(page, '/admin?q=sticky')
  const box = (name: string) => page.getByRole('checkbox', { name: `Select Sticky thing ${name}` })
  for (const name of ['one', 'two', 'three']) await box(name).check()
  const start = page.getByRole('button', { name: /^Delete Selected/ })
  const path = '**/api/admin/listings/bulk-delete'
  await page.route(path, (route) => route.fulfill({ status: 500, body: '' }))
  await start.press('Enter')
  await page.keyboard.type('All of them are copies')
  await confirm(page, 'Delete 3 Listings', 'Delete')
  const notice = page.getByRole('alert').filter({ hasText: 'Not saved.' })
  await expect(notice).toHaveText(
    'Not saved. Please check your connection and try again. 3 listings are still selected.',
  )
  for (const name of ['one', 'two', 'three']) {
    await expect(box(name)).toBeChecked()
    await expect(rowOf(page, `Sticky thing ${name}`)).toContainText('Not saved.')
  }
  await expect(box('four')).not.toBeChecked()
  await expect(rowOf(page, 'Sticky thing four')).not.toContainText('Not saved.')
  await expect(start).toHaveText('Delete Selected (3)')
  await expect(start).toBeFocused()
  await expect(page.locator('.toast')).toHaveCount(0)

  // One listing disappeared meanwhile: it is neither counted nor selected any more.
  await admin.api('DELETE /api/admin/listings/:id', { params: { id: ids[0] ?? 0 }, body: {} })
  await start.click()
  await confirm(page, 'Delete 3 Listings', 'Delete')
  await expect(notice).toContainText('2 listings are still selected.')
  await expect(start).toHaveText('Delete Selected (2)')

  await page.unroute(path)
  await start.click()
  await confirm(page, 'Delete 2 Listings', 'Delete')
  await expectToast(page, '2 listings deleted')
  await expect(notice).toHaveCount(0)
  await expect(start).toHaveCount(0)
  await expect(rowOf(page, 'Sticky thing four')).toBeVisible()
})
