import { administrator, holdForReview, report, rowOf } from './support/administrators.ts'
import { expect, expectAccessibleEverywhere, expectToast, open, test } from './support/browser.ts'
import { person, signIn } from './support/people.ts'
import { stickingOut } from './support/sticking-out.ts'
import { listing } from './support/test-listings.ts'

test('[ADMIN-SELLER] listings are filtered by their seller, who is found by typing', async ({
  page,
  oja,
}) => {
  const [one, two] = [
    await person(oja, { fullName: 'Sola Sought' }),
    await person(oja, { fullName: 'Sola Other' }),
  ]
  await listing(oja, one, { title: 'Sought after kettle' })
  await listing(oja, two, { title: 'Kettle of another' })
  await signIn(page, oja, await administrator(oja))
  await open(page, '/admin?q=kettle&status=ACTIVE')
  const main = page.getByRole('main')
  const seller = main.getByRole('combobox', { name: 'Seller', exact: true })
  const options = page.getByRole('listbox', { name: 'Sellers' }).getByRole('option')
  await seller.focus()
  await page.keyboard.type('sola')
  await expect(options).toHaveCount(2)
  const index = (await options.allTextContents()).findIndex((text) => text.includes('Sola Sought'))
  for (let step = 0; step <= index; step += 1) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`status=ACTIVE&sellerId=${one.id}`))
  await expect(rowOf(page, 'Sought after kettle')).toBeVisible()
  await expect(rowOf(page, 'Kettle of another')).toHaveCount(0)
  await expect(seller).toHaveValue('Sola Sought')
  await expect(seller).toBeFocused()
})

test('[ADMIN-SELLER] the field shows its seller without a row, shows an empty result, and can be cleared', async ({
  page,
  oja,
}) => {
  const [one, two] = [
    await person(oja, { fullName: 'Tola Sought' }),
    await person(oja, { fullName: 'Tola Other' }),
  ]
  await listing(oja, one, { title: 'Sought after blender' })
  await signIn(page, oja, await administrator(oja))
  const main = page.getByRole('main')
  const seller = main.getByRole('combobox', { name: 'Seller', exact: true })
  const options = page.getByRole('listbox', { name: 'Sellers' }).getByRole('option')
  await open(page, `/admin?sellerId=${one.id}&status=SOLD`)
  await expect(main.getByRole('heading', { name: 'No listings found' })).toBeVisible()
  await expect(seller).toHaveValue('Tola Sought')
  await seller.fill('nobody has this name')
  await expect(main.getByText('Nobody is called that.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(seller).toHaveValue('Tola Sought')
  await seller.fill(two.username)
  // The name of a picked seller needs no response.
  const late = Promise.withResolvers<void>()
  await page.route(`**/api/admin/users?q=%23${two.id}&*`, (route) =>
    late.promise.then(() => route.continue()),
  )
  await options.filter({ hasText: 'Tola Other' }).click()
  await expect(seller).toHaveValue('Tola Other')
  await expect(page).toHaveURL(new RegExp(`sellerId=${two.id}`))
  // Clearing it shows all sellers.
  await seller.fill('')
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/sellerId/)
  late.resolve()
  await open(page, `/admin?q=blender&sellerId=${two.id}`)
  await main.getByRole('button', { name: 'All sellers' }).press('Enter')
  await expect(rowOf(page, 'Sought after blender')).toBeVisible()
  await expect(seller).toBeFocused()
})

test('[ADMIN-SELLER] the list of sellers is accessible on phones and desktops, in both themes', async ({
  page,
  oja,
}) => {
  await person(oja, { fullName: 'Wola Sought' })
  await signIn(page, oja, await administrator(oja))
  await open(page, '/admin?tab=listings')
  await page.getByRole('combobox', { name: 'Seller', exact: true }).fill('wola')
  await expect(page.getByRole('listbox', { name: 'Sellers' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expectAccessibleEverywhere(page)
})

test('[ADMIN-SHOW-SOLD] a listing that was sold when it was hidden shows that, and is shown again as sold', async ({
  page,
  oja,
}) => {
  const [admin, seller] = [await administrator(oja), await person(oja)]
  const id = await listing(oja, seller, { title: 'Long sold bicycle', status: 'SOLD' })
  await signIn(page, oja, admin)
  await open(page, '/admin?q=long+sold')
  const row = rowOf(page, 'Long sold bicycle')
  const words = 'Sold before it was hidden: shown again, it is sold.'
  await row.getByRole('button', { name: 'Hide Long sold bicycle' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Hide' }).click()
  await expectToast(page, 'Listing updated')
  await expect(row).toContainText(words)
  await page.reload()
  await expect(row).toContainText(words)
  await row.getByRole('button', { name: 'Show Long sold bicycle' }).click()
  await expectToast(page, 'Listing updated')
  await expect(row).not.toContainText(words)
  await expect(row.getByRole('cell', { name: 'Sold', exact: true })).toBeVisible()
  await expect(row).not.toContainText('Active')
  expect(await seller.api('GET /api/listings/:id', { params: { id } })).toMatchObject({ status: 'SOLD' })
})

test('[ADMIN-AWAY] rows of banned and leaving users show that the public sees nothing of them', async ({
  page,
  oja,
}) => {
  const { db } = oja.database
  const banned = await person(oja, { fullName: 'Shown Nowhere One' })
  const leaving = await person(oja, { fullName: 'Shown Nowhere Two' })
  await listing(oja, banned, { title: 'Nowhere lamp' })
  await listing(oja, leaving, { title: 'Nowhere chair' })
  await listing(oja, leaving, { title: 'Nowhere stool' })
  await signIn(page, oja, await administrator(oja))
  await open(page, '/admin?tab=users&q=shown+nowhere')
  const [one, two] = [rowOf(page, 'Shown Nowhere One'), rowOf(page, 'Shown Nowhere Two')]
  await expect(one).toContainText('1 active listing')
  await expect(two).toContainText('2 active listings')
  await one.getByRole('button', { name: /^Ban/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ban' }).click()
  await expect(one).toContainText('1 listing, not shown')
  await expectToast(page, 'User banned')
  await db
    .updateTable('users')
    .set({ deletion_due_at: new Date(Date.now() + 86_400_000) })
    .where('id', '=', leaving.id)
    .execute()
  await page.reload()
  await expect(one).toContainText('1 listing, not shown')
  await expect(two).toContainText('2 listings, not shown')
  await expect(page.getByRole('row').getByText('active listing')).toHaveCount(0)
  await open(page, '/admin?q=nowhere')
  await expect(rowOf(page, 'Nowhere lamp')).toContainText('Nobody else sees it: its seller is banned.')
  await expect(rowOf(page, 'Nowhere chair')).toContainText('account waits for its deletion.')
})

test('[ADMIN-OTHER] an administrator’s own listing has disabled buttons, and says why; reports and queue leave it out', async ({
  page,
  oja,
}) => {
  await administrator(oja, 'Another Admin')
  const admin = await administrator(oja, 'Owning Admin')
  const title = 'Administered kettle'
  const id = await listing(oja, admin, { title })
  await report(oja, await person(oja), 'LISTING', id, 'Wrong price')
  await holdForReview(oja, admin, id)
  await signIn(page, oja, admin)
  const main = page.getByRole('main')
  for (const [address, buttons] of [
    ['/admin?q=administered+kettle', [`Hide ${title}`, `Feature ${title}`, `Delete ${title}`]],
    [`/listings/${id}`, ['Hide', 'Delete']],
  ] as const) {
    await open(page, address)
    await expect(main.getByText('Another administrator decides about it.')).toBeVisible()
    for (const name of buttons)
      await expect(main.getByRole('button', { name, exact: true }), address).toBeDisabled()
    await expect(main.getByText('open report')).toHaveCount(0)
  }
  await open(page, '/admin?q=administered+kettle')
  await expect(main.getByRole('checkbox', { name: `Select ${title}` })).toBeDisabled()
  await expectAccessibleEverywhere(page)
  for (const [tab, what] of [
    ['reports', 'cases'],
    ['reports&view=all', 'reports'],
    ['held', 'held-back items'],
  ] as const) {
    await open(page, `/admin?tab=${tab}&q=administered+kettle`)
    await expect(main.getByRole('heading', { name: `No ${what} found` })).toBeVisible()
  }
})

// The desk and the review queue show the oldest first, which may be other tests': a word of the seller's name finds these.
const tabs = ['listings', 'users', 'reports&q=oluwa', 'reports&view=all', 'held&q=oluwa', 'history']
for (const tab of tabs)
  test(`[ADMIN-NARROW] at 320 and 360 px nothing overflows or is cut: ${tab}`, async ({ page, oja }) => {
    const admin = await administrator(oja, 'Narrow Looking Administrator')
    const seller = await person(oja, { fullName: 'Oluwadamilola Chukwuemeka-Abubakar' })
    await person(oja, { fullName: 'Oluwaseun Abdulrahman-Nwosu', banned: true })
    const fields = { price: 1_000_000_000_000, state: 'Cross River', lga: 'Akpabuyo' }
    const featured = new Date(Date.now() + 86_400_000)
    const id = await listing(oja, seller, { ...fields, title: 'Narrow featured', featured_until: featured })
    await listing(oja, seller, { ...fields, title: 'Narrow sold', status: 'SOLD', featured_until: featured })
    const hidden = { status: 'HIDDEN', hidden_by_moderator: true } as const
    const held = await listing(oja, seller, { ...fields, ...hidden, title: 'Narrow hidden' })
    await holdForReview(oja, seller, held)
    await report(oja, admin, 'LISTING', id, 'Advertises somewhere else')
    await report(oja, admin, 'USER', seller.id, 'Impolite to everybody')
    await admin.api('PATCH /api/admin/listings/:id/feature', {
      params: { id },
      body: { until: featured.toISOString() },
    })
    await signIn(page, oja, admin)
    await page.setViewportSize({ width: 320, height: 800 })
    await open(page, `/admin?tab=${tab}`)
    const cases = page.getByRole('list', { name: 'Cases' }).getByRole('listitem')
    await expect(page.getByRole('row').or(cases).filter({ visible: true }).first()).toBeVisible()
    if (tab === 'listings') await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(() => page.evaluate(stickingOut), `at ${width} px`).toEqual([])
      await expect.poll(() => page.evaluate(outOfPlace), `at ${width} px`).toEqual([])
    }
  })

/**
 * Runs in the page. Returns texts of the administrators' lists that overflow their button, badge or cell, their card, or the
 * window.
 */
function outOfPlace(): string[] {
  const found = new Set<string>()
  const walker = document.createTreeWalker(
    document.querySelector('#desk') ?? document.body,
    NodeFilter.SHOW_TEXT,
  )
  while (walker.nextNode()) {
    const text = walker.currentNode
    // A space at the end of a line hangs over unseen.
    if (!text.textContent?.trim()) continue
    const parent = text.parentElement
    if (!parent?.checkVisibility() || parent.closest('nav[aria-label=Administration], .sr-only, option'))
      continue
    const words = document.createRange()
    words.selectNodeContents(text)
    const part = words.getBoundingClientRect()
    for (const holder of ['button, .badge', 'td', 'tr, .card', 'main']) {
      const box = parent.closest(holder)?.getBoundingClientRect()
      if (box && (part.right > box.right + 0.5 || part.left < box.left - 0.5))
        found.add(`${text.textContent} is beyond its ${holder}`)
    }
  }
  for (const select of document.querySelectorAll<HTMLSelectElement>('#desk select')) {
    const { font, paddingLeft, paddingRight } = getComputedStyle(select)
    const pen = document.createElement('canvas').getContext('2d')
    if (!pen || !select.checkVisibility()) continue
    pen.font = font
    const words = select.selectedOptions[0]?.text ?? ''
    const room = select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    if (pen.measureText(words).width > room + 1) found.add(`${words} is cut`)
  }
  return [...found]
}
