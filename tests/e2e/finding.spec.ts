import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessibleEverywhere,
  expectHydrated,
  holdRequests,
  open,
  test,
} from './support/browser.ts'
import { type Person, person, signIn } from './support/people.ts'
import type { OjaServer } from './support/server.ts'
import { listing, minutesAgo } from './support/test-listings.ts'

/** Inserts `count` notifications of reports that were settled. */
async function notify(oja: OjaServer, { id }: Person, count: number): Promise<void> {
  const settled = { user_id: id, kind: 'REPORT', detail: 'ACTIONED' } as const
  const rows = Array.from({ length: count }, (_, number) => ({ ...settled, subject_id: number + 1 }))
  await oja.database.db.insertInto('notifications').values(rows).execute()
}

test('[SEARCH-OPTIONS] [SEARCH-RECENT] every search box offers listings, categories, recent searches and the search itself; recent ones can be removed', async ({
  page,
  oja,
}) => {
  const seller = await person(oja)
  const id = await listing(oja, seller, { title: 'Vehicle jack of the panel' })
  await open(page, `/listings/${id}`)
  const box = page.getByRole('combobox', { name: 'Search listings' })
  const options = page.getByRole('listbox').getByRole('option')
  await box.focus()
  await box.fill('vehicle jack')
  await expect(options.first()).toBeVisible()
  await box.press('Enter')
  await expect(page).toHaveURL('/listings?search=vehicle+jack')

  await box.fill('veh')
  await expect(options).toHaveText([
    /^Vehicle jack of the panel/,
    /^Vehicles\s*Category$/,
    /^vehicle jack\s*Recent search$/,
    'Search all for “veh”',
  ])
  await expect(box).toHaveAttribute('aria-expanded', 'true')
  // A phone beside its keyboard.
  await page.setViewportSize({ width: 360, height: 200 })
  await options.last().scrollIntoViewIfNeeded()
  await expect(options.last()).toBeInViewport({ ratio: 1 })
  await expectAccessibleEverywhere(page)
  // Between the last option and the first are the typed words.
  const selected = page.getByRole('listbox').getByRole('option', { selected: true })
  await box.press('ArrowUp')
  await expect(options.last()).toHaveAttribute('aria-selected', 'true')
  await box.press('ArrowDown')
  await expect(selected).toHaveCount(0)
  await box.press('Escape')
  await expect(options).toHaveCount(0)
  await expect(box).toBeFocused()
  await box.press('ArrowDown')
  await box.press('ArrowDown')
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await expect(box).toHaveAttribute('aria-activedescendant', (await options.nth(1).getAttribute('id')) ?? '')
  await box.press('Enter')
  await expect(page).toHaveURL(/\?category=\d+$/)
  await expect(options).toHaveCount(0)

  await open(page, '/')
  await box.click()
  await box.fill('veh')
  await page.getByRole('option', { name: 'Search all for “veh”' }).click()
  await expect(page).toHaveURL('/listings?search=veh')
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(page).toHaveURL('/listings')
  const recent = page.getByRole('listbox', { name: 'Recent searches' }).getByRole('option')
  await expect(recent).toHaveText([/^veh\s*Recent search$/, /^vehicle jack\s*Recent search$/])
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Remove veh', exact: true }).click()
  await expect(recent).toHaveText([/^vehicle jack/])
  // The latest eight, whatever their case.
  const searches = [1, 2, 3, 4, 5, 6, 7].map((number) => `fan ${number}`)
  await page.evaluate((texts) => {
    localStorage.setItem('oja:private:recent-searches', JSON.stringify([...texts, 'vehicle jack']))
  }, searches)
  for (const text of ['Fan 1', 'chair']) {
    await box.fill(text)
    await box.press('Enter')
    await expect(page).toHaveURL(`/listings?search=${text.replace(' ', '+')}`)
  }
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(recent).toHaveText(
    ['chair', 'Fan 1', ...searches.slice(1)].map((text) => new RegExp(`^${text}\\s*Recent search$`)),
  )
  await expect(box).toBeFocused()
  await page.getByRole('button', { name: 'Clear all recent searches' }).click()
  await expect(recent).toHaveCount(0)
  await page.reload()
  await box.fill('veh')
  await expect(page.getByRole('option', { name: 'Search all for “veh”' })).toBeVisible()
  await expect(page.getByRole('option', { name: /Recent search/ })).toHaveCount(0)
})

test('[SEARCH-OPTIONS] Enter searches for the typed words, whatever the pointer is over', async ({
  page,
  oja,
}) => {
  await listing(oja, await person(oja), { title: 'Hoverword kettle' })
  await open(page, '/')
  const box = page.getByRole('main').getByRole('combobox', { name: 'Search listings' })
  await box.fill('hoverword')
  await page.getByRole('option', { name: /^Hoverword kettle/ }).hover()
  await box.press('Enter')
  await expect(page).toHaveURL('/listings?search=hoverword')
})

/** Opens home with its code held back; returns what lets it come. */
async function openWithoutCode(page: Page): Promise<() => void> {
  const release = await holdRequests(page, '**/assets/vendor-*.js')
  await page.goto('/', { waitUntil: 'commit' })
  return release
}

test('[SEARCH-OPTIONS] words typed before the code has arrived get options, and are searched', async ({
  page,
  oja,
}) => {
  await listing(oja, await person(oja), { title: 'Earlyword lamp' })
  const release = await openWithoutCode(page)
  const box = page.getByRole('main').getByRole('combobox', { name: 'Search listings' })
  await box.fill('earlyword')
  release()
  await expect(page.getByRole('option', { name: /^Earlyword lamp/ })).toBeVisible()
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL('/listings?search=earlyword')
})

test('[SEARCH-OPTIONS] words dictated into a box that had the focus before the code came get options', async ({
  page,
  oja,
}) => {
  await listing(oja, await person(oja), { title: 'Spokenword lamp' })
  const release = await openWithoutCode(page)
  await page.getByRole('main').getByRole('combobox', { name: 'Search listings' }).focus()
  release()
  await expectHydrated(page)
  await page.keyboard.insertText('spokenword')
  await expect(page.getByRole('option', { name: /^Spokenword lamp/ })).toBeVisible()
})

test('[BROWSE-APPLY-COUNT] [BROWSE-BEST-MATCH] the drawer opens before its code is there and says how many listings Apply will show', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  const seller = await person(oja)
  const others = [
    { title: 'Ladder', description: 'Countword', condition: 'NEW', created_at: minutesAgo(1) },
    { title: 'Countword ladder', condition: 'USED', created_at: minutesAgo(2) },
    { title: 'Countword stool', condition: 'USED', created_at: minutesAgo(3) },
  ] as const
  for (const other of others) await listing(oja, seller, other)
  await open(page, '/listings?search=countword')
  const titles = page.getByRole('main').getByRole('article').getByRole('heading')
  await expect(titles.first()).toHaveText('Ladder')
  await page.getByRole('link', { name: 'Best match' }).click()
  await expect(page).toHaveURL('/listings?search=countword&sortBy=relevance')
  await expect(titles.last()).toHaveText('Ladder')
  await expect(page.getByRole('link', { name: 'Best match' })).toHaveAttribute('aria-current', 'true')
  await page.getByRole('link', { name: 'Remove “countword”' }).click()
  await expect(page).toHaveURL('/listings')
  await page.goBack()
  await expect(page).toHaveURL('/listings?search=countword&sortBy=relevance')
  await page.getByRole('link', { name: 'Best match' }).click()
  await expect(page).toHaveURL('/listings?search=countword')

  const drawer = page.getByRole('dialog', { name: 'Filters' })
  const code = '**/assets/*.js'
  await page.route(code, (route) => route.abort('internetdisconnected'))
  await page.getByRole('button', { name: /^Filters/ }).click()
  await expect(drawer.getByRole('alert')).toContainText('Filters did not load.')
  await page.unroute(code)
  await open(page, '/listings?search=countword')
  const release = await holdRequests(page, code)
  await page.getByRole('button', { name: /^Filters/ }).click()
  await expect(drawer.getByRole('status', { name: 'Loading the filters' })).toBeVisible()
  release()
  await expect(drawer.getByRole('button', { name: 'Apply – 3 listings' })).toBeVisible()
  await drawer.getByRole('group', { name: 'Condition' }).getByText('New').click()
  await expect(drawer.getByRole('button', { name: 'Apply – 1 listing', exact: true })).toBeVisible()
  await expect(drawer.getByRole('status')).toHaveText('1 listing found')
  expectedStatuses.push(500)
  await page.route('**/api/listings?*limit=1', (route) => route.fulfill({ status: 500, body: 'broken' }))
  await drawer.getByRole('group', { name: 'Condition' }).getByText('Used').click()
  const apply = drawer.getByRole('button', { name: /^Apply/ })
  await expect(apply).toHaveAttribute('aria-busy', 'false')
  await expect(apply).toHaveText('Apply')
  await apply.click()
  await expect(titles).toHaveText(['Countword ladder', 'Countword stool'])
})

test('[BROWSE-BACK-LIST] [LIST-NEXT-PAGE] [SAVER-NEXT-PAGE] [PAGE-STAYS] lists go on before their end, and Back to Listings leads to the place in them', async ({
  page,
  oja,
}) => {
  const seller = await person(oja)
  for (let number = 1; number <= 52; number += 1)
    await listing(oja, seller, { title: `Longword item ${number}`, created_at: minutesAgo(number) })
  const cards = page.getByRole('main').getByRole('article')
  await open(page, '/listings?search=longword&condition=USED')
  await expect(cards).toHaveCount(24)
  await cards.nth(20).scrollIntoViewIfNeeded()
  await expect(cards).toHaveCount(48)
  await cards.nth(47).scrollIntoViewIfNeeded()
  await expect(cards).toHaveCount(52)
  const before = await page.evaluate(() => scrollY)
  expect(before).toBeGreaterThan(1000)
  const seen = await watchList(page)
  await page.getByRole('link', { name: 'Longword item 48', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Longword item 48')
  expect(await page.evaluate(() => scrollY)).toBe(0)
  expect(await seen()).toEqual([`52 cards at ${before}`])
  await page
    .getByRole('link', { name: /^Longword item/ })
    .last()
    .click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Longword item 48')
  await page.getByRole('link', { name: 'Back to Listings' }).click()
  await expect(page).toHaveURL('/listings?search=longword&condition=USED')
  await expect(cards).toHaveCount(52)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before)

  await notify(oja, seller, 60)
  await signIn(page, oja, seller)
  await open(page, '/notifications')
  const notices = page.getByRole('main').getByRole('listitem')
  await expect(notices.first()).toBeVisible()
  await notices.last().scrollIntoViewIfNeeded()
  await expect(notices).toHaveCount(60)
  await expect(page.getByRole('heading', { name: 'Today' })).toHaveCount(1)

  await page.setExtraHTTPHeaders({ 'save-data': 'on' })
  await page.goto('/listings?search=longword')
  const more = page.getByRole('link', { name: 'Show more' })
  await more.scrollIntoViewIfNeeded()
  await expect(cards).toHaveCount(24)
  await more.press('Enter')
  await expect(cards).toHaveCount(48)
  await expect(page.getByRole('link', { name: 'Longword item 25', exact: true })).toBeFocused()

  await open(page, '/notifications')
  await page.getByRole('link', { name: 'Older notifications' }).press('Enter')
  await expect(notices).toHaveCount(60)
  await expect(notices.nth(30).getByRole('link')).toBeFocused()
})

test('[LIST-NEXT-PAGE] older notifications stay in place when a new one comes', async ({ page, oja }) => {
  const [seller, buyer] = [await person(oja), await person(oja)]
  const listingId = await listing(oja, seller)
  const { id } = await buyer.api('POST /api/threads', { body: { listingId } })
  await notify(oja, seller, 60)
  await signIn(page, oja, seller)
  await open(page, '/notifications')
  const notices = page.getByRole('main').getByRole('listitem')
  await notices.last().scrollIntoViewIfNeeded()
  await expect(notices).toHaveCount(60)
  await notices.last().scrollIntoViewIfNeeded()

  const asked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await page.route('**/api/notifications?cursor=*', async (route) => {
    asked.resolve()
    await released.promise
    await route.continue()
  })
  await buyer.api('POST /api/threads/:id/messages', { params: { id }, body: { body: 'Good day' } })
  await asked.promise
  await expect(notices.first()).toContainText('wrote to you')
  await expect(notices.last()).toBeInViewport()
  released.resolve()
  await expect(notices).toHaveCount(61)
})

/** Looks at the list of Browse from the next press on, at each change and scroll, until it is gone; resolves to all that it looked like. */
async function watchList(page: Page): Promise<() => Promise<string[]>> {
  const seen = await page.evaluateHandle(() => {
    const looks = new Set<string>()
    function look() {
      const list = document.querySelector('main:has(#browse-search)')
      if (list) looks.add(`${list.querySelectorAll('article').length} cards at ${scrollY}`)
    }
    function begin() {
      look()
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
      addEventListener('scroll', look)
    }
    addEventListener('click', begin, { once: true, capture: true })
    return looks
  })
  return () => seen.evaluate((looks) => [...looks])
}
