import { readFile } from 'node:fs/promises'
import { administrator } from './support/administrators.ts'
import { field, press } from './support/auth-forms.ts'
import { boxOf, expect, open, phone, test } from './support/browser.ts'
import { composer, oldMessages, talk } from './support/chat-fixture.ts'
import { person, signIn } from './support/people.ts'
import { listing } from './support/test-listings.ts'

/** Takes away what the oldest supported browsers (Chrome 106, Safari 16.4) lack, in the page. */
function takeNewerAway() {
  Reflect.deleteProperty(Map, 'groupBy')
  Reflect.deleteProperty(Object, 'groupBy')
  Reflect.deleteProperty(URL, 'canParse')
  Reflect.deleteProperty(Promise, 'withResolvers')
  Reflect.deleteProperty(HTMLElement.prototype, 'showPopover')
  Reflect.deleteProperty(URLSearchParams.prototype, 'size')
  Reflect.deleteProperty(AbortSignal, 'any')
  for (const name of ['toReversed', 'toSorted', 'toSpliced', 'with'])
    Reflect.deleteProperty(Array.prototype, name)
}

test('[BROWSER-OLDEST] notifications are shown in a browser that has nothing newer than the oldest supported one', async ({
  page,
  oja,
}) => {
  const [seller, buyer] = [await person(oja), await person(oja, { fullName: 'Tunde Bello' })]
  const id = await listing(oja, seller, { title: 'Old radio' })
  await buyer.api('POST /api/listings/:id/questions', {
    params: { id },
    body: { question: 'Does it come with batteries?' },
  })
  await signIn(page, oja, seller)
  await page.addInitScript(takeNewerAway)
  await open(page, '/notifications')
  await expect(page.getByRole('region', { name: 'Today' })).toContainText('Tunde Bello has a question')
})

test('[BROWSER-OLDEST] the tabs of My Listings lead to their lists there, and the filters of the dashboard to theirs', async ({
  page,
  oja,
}) => {
  const admin = await administrator(oja)
  await listing(oja, admin)
  await signIn(page, oja, admin)
  await page.addInitScript(takeNewerAway)
  await open(page, '/admin?status=SOLD')
  await expect(page.getByRole('heading', { level: 2, name: 'Listings' })).toBeAttached()
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'My Listings' }).click()
  await page.getByRole('navigation', { name: 'My listings' }).getByRole('link', { name: 'Sold' }).click()
  await expect(page).toHaveURL('/my-listings?tab=sold')
})

test('[BROWSER-OLDEST] where styles do not know dvh, a conversation and a dialog fit the screen', async ({
  page,
  oja,
}) => {
  const between = await talk(oja)
  await oldMessages(oja, between, 40)
  await signIn(page, oja, between.buyer)
  await page.addInitScript(() => {
    const { supports } = CSS
    CSS.supports = (...words: [string]) => !words.join().includes('dvh') && supports.apply(CSS, words)
  })
  await page.route('**/*.css', async (route) => {
    const response = await route.fetch()
    await route.fulfill({
      response,
      body: (await response.text()).replaceAll(/(?<=\d)dvh(?!\\)/g, 'unknown'),
    })
  })
  await page.setViewportSize({ width: 360, height: 380 })
  await open(page, `/chat?thread=${between.threadId}`)
  await expect(composer(page)).toBeInViewport()
  await open(page, '/')
  await press(page, 'All of Nigeria')
  await expect
    .poll(async () => (await boxOf(page.getByRole('dialog').locator('.modal-panel'))).y)
    .toBeGreaterThan(0)
})

test('[BROWSER-OLDEST] no style has a rule that crashes Chrome 117 to 121', async () => {
  const manifest = JSON.parse(await readFile('dist/web/.vite/manifest.json', 'utf8')) as Record<
    string,
    { css?: string[] }
  >
  const styles = Object.values(manifest).flatMap(({ css = [] }) => css)
  expect(styles).not.toEqual([])
  for (const name of styles)
    expect(await readFile(`dist/web/${name}`, 'utf8'), name).not.toContain('@starting-style')
})

test('[BROWSER-TOO-OLD] an older browser reads the page, follows links, and is told why a button does nothing', async ({
  page,
  oja,
}) => {
  await listing(oja, await person(oja), { title: 'Kettle for old phones' })
  await page.addInitScript(() => Reflect.deleteProperty(AbortSignal, 'timeout'))
  await page.goto('/login')
  await field(page, 'E-mail').fill('ada@example.com')
  await field(page, 'Password').fill('correct horse 42')
  await press(page, 'Login')
  await expect(page.getByRole('alert')).toHaveText('This browser is too old. Update it, or use another one.')
  await expect(page).toHaveURL('/login')
  await page.goto('/listings?search=kettle+for+old+phones')
  await page.getByRole('link', { name: 'Kettle for old phones', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kettle for old phones')
  await page.getByRole('link', { name: 'Back to Listings' }).click()
  await expect(page).toHaveURL('/listings?search=kettle+for+old+phones')
})

test('[BROWSER-TOO-OLD] it has the form of the filters, and is told what needs a newer one', async ({
  page,
  oja,
}) => {
  const seller = await person(oja)
  const id = await listing(oja, seller, { title: 'Toaster for old phones', condition: 'USED' })
  await listing(oja, seller, { title: 'Toaster for old phones, new', condition: 'NEW' })
  await signIn(page, oja, seller)
  await page.addInitScript(() => Reflect.deleteProperty(AbortSignal, 'timeout'))
  await page.goto('/listings?search=toaster+for+old+phones')
  await page.locator('summary').click()
  await page.getByLabel('Condition').selectOption('USED')
  await expect(page).toHaveURL(/condition=USED/)
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.locator('summary').click()
  await page.getByLabel('Maximum price (₦)').fill('1')
  await press(page, 'Apply')
  await expect(page.getByText('0 listings found')).toBeVisible()
  for (const path of ['/sell', `/edit-listing/${id}`]) {
    await page.goto(path)
    await expect(page.getByRole('main'), path).toContainText(
      'JavaScript. Turn it on, or update this browser, and load the page again.',
    )
  }
})

test('[BROWSER-TOO-OLD] one that knows no @layer shows pages no wider than a phone, and what it says in sight', async ({
  page,
  oja,
}) => {
  const id = await listing(oja, await person(oja), { title: 'Iron for old phones', photoCount: 2 })
  await page.addInitScript(() => Reflect.deleteProperty(AbortSignal, 'timeout'))
  await page.route('**/*.css', async (route) => {
    const response = await route.fetch()
    const styles = (await response.text()).replaceAll(/@layer|text-emphasis/g, '$&-unknown')
    await route.fulfill({ response, body: styles })
  })
  await page.setViewportSize(phone)
  for (const path of ['/listings', `/listings/${id}`]) {
    await page.goto(path)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(phone.width)
  }
  await page.getByRole('button', { name: 'Share' }).first().click()
  await expect(page.getByRole('alert')).toBeInViewport()
})
