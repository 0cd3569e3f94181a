import type { Page } from '@playwright/test'
import { expect, expectHydrated, forgetLostNetwork, holdRequests, open, test } from './support/browser.ts'
import { person } from './support/people.ts'
import { closeTabs, titlesOfTabs } from './support/tabs.ts'
import { listing } from './support/test-listings.ts'

/** Marks the document; a full page load removes the mark. */
const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-mark', ''))
const isSameDocument = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute('data-mark'))

test('a plain link of the page navigates without loading the document again', async ({ page, oja }) => {
  const id = await listing(oja, await person(oja), { title: 'Followed fan' })
  await open(page, '/listings?search=followed')
  await mark(page)
  await page.getByRole('link', { name: 'Followed fan' }).click()
  await expect(page).toHaveURL(`/listings/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Followed fan')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Safety tips' }).press('Enter')
  await expect(page).toHaveURL('/safety')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Followed fan')
  expect(await isSameDocument(page)).toBe(true)
})

test('a link to the page that is shown leads to its top, and adds no step to the way back', async ({
  page,
}) => {
  await open(page, '/about')
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Safety tips' })
  await link.click()
  await expect(page).toHaveURL('/safety')
  await link.click()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL('/about')
})

test('a link to a page whose code does not arrive loads its document', async ({ page, pageErrors }) => {
  await open(page, '/about')
  await page.route('**/assets/*.js', (route) => route.abort('internetdisconnected'))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Safety tips' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Safety tips' })).toBeVisible()
  await expect(page).toHaveURL('/safety')
  forgetLostNetwork(pageErrors)
})

test('[BACK-WINS] Back while the next page is loading stays where it leads', async ({ page, oja }) => {
  await listing(oja, await person(oja), { title: 'Backwins fan' })
  await open(page, '/about')
  await page.getByRole('banner').getByRole('link', { name: 'Browse' }).click()
  const link = page.getByRole('link', { name: 'Backwins fan' })
  await expect(link).toBeVisible()
  const release = await holdRequests(page, '**/assets/*.js')
  const progress = page.locator('.progress-bar')
  await link.click()
  await expect(progress).toHaveAttribute('data-phase', 'busy')
  await page.goBack()
  await expect(page).toHaveURL('/about')
  release()
  await expect(progress).toHaveAttribute('data-phase', 'idle')
  await expect(page).toHaveURL('/about')
})

test('a click for another tab opens one', async ({ page, browser, oja }) => {
  const id = await listing(oja, await person(oja), { title: 'Another-tab fan' })
  await open(page, '/listings?search=another-tab')
  const link = page.getByRole('link', { name: 'Another-tab fan' })
  for (const press of [{ modifiers: ['ControlOrMeta' as const] }, { button: 'middle' as const }]) {
    await link.click(press)
    await expect
      .poll(() => titlesOfTabs(browser, `/listings/${id}`))
      .toEqual([expect.stringMatching(/^Another-tab fan/)])
    await closeTabs(browser, `/listings/${id}`)
    await expect.poll(() => titlesOfTabs(browser, `/listings/${id}`)).toEqual([])
  }
  await expect(page).toHaveURL('/listings?search=another-tab')
})

test('anchors on the same page, files, and links that ask for a full load, are left to the browser', async ({
  page,
  oja,
}) => {
  const id = await listing(oja, await person(oja), { title: 'Left-alone fan' })
  await open(page, `/listings/${id}`)
  await mark(page)
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
  await expect(page).toHaveURL(`/listings/${id}#content`)
  await page.getByRole('button', { name: 'Chat with Seller' }).click()
  expect(await isSameDocument(page)).toBe(true)
  await page.getByRole('link', { name: 'Go to Login' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back')
  expect(await isSameDocument(page)).toBe(false)

  // As somebody may write it in a message.
  await expectHydrated(page)
  await page
    .getByRole('main')
    .evaluate((main) => main.insertAdjacentHTML('beforeend', '<a href="/api/docs">A file</a>'))
  await page.getByRole('link', { name: 'A file' }).click()
  await expect.poll(() => page.evaluate(() => document.querySelector('#root') === null)).toBe(true)
})
