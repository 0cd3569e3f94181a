import { boxOf, expect, expectAccessibleEverywhere, phone } from './support/browser.ts'
import { test } from './support/offline.ts'
import { person, signIn } from './support/people.ts'
import { listing } from './support/test-listings.ts'

test('[INSTALL-MANIFEST] the manifest has what a home screen needs, and each of its addresses exists', async ({
  page,
  request,
}) => {
  await page.goto('/')
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const answer = await request.get(href ?? '')
  expect(answer.headers()['content-type']).toContain('application/manifest+json')
  const manifest = await answer.json()
  expect(manifest).toMatchObject({
    name: 'Oja',
    short_name: 'Oja',
    id: '/',
    scope: '/',
    display: 'standalone',
  })
  expect(
    manifest.icons.map((icon: { sizes: string; purpose: string }) => `${icon.sizes} ${icon.purpose}`),
  ).toEqual(['any any', '192x192 any', '512x512 any', '512x512 maskable'])
  expect(manifest.shortcuts.map(({ url }: { url: string }) => url)).toEqual([
    '/sell',
    '/chat',
    '/favorites',
    '/listings',
  ])
  const pictures = [
    ...manifest.icons,
    ...manifest.shortcuts.flatMap(({ icons }: { icons: object[] }) => icons),
  ]
  for (const { src, sizes, type } of pictures) {
    const size = await page.evaluate(async (address) => {
      const image = new Image()
      image.src = address
      await image.decode()
      return `${image.naturalWidth}x${image.naturalHeight}`
    }, src)
    if (sizes !== 'any') expect(size, src).toBe(sizes)
    expect((await request.get(src)).headers()['content-type'], src).toContain(type)
  }
  for (const path of [manifest.start_url, ...manifest.shortcuts.map(({ url }: { url: string }) => url)])
    expect((await request.get(path)).status(), path).toBe(200)
  const devtools = await page.context().newCDPSession(page)
  const { errors } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  for (const scheme of ['light', 'dark'])
    await expect(page.locator(`meta[name=theme-color][media*=${scheme}]`)).toHaveCount(1)
})

/** The event that Chromium fires if an app can be installed. */
const offer = `
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt: async () => { document.documentElement.dataset.prompted = 'yes'; return { outcome: 'dismissed' } },
  })
  addEventListener('load', () => dispatchEvent(event))
`

test('[INSTALL-PROMPT] installing is offered after a first save at the first visit; a press opens the browser’s prompt', async ({
  page,
  testProxy,
  oja,
}) => {
  const id = await listing(oja, await person(oja), { title: 'Savable saucer' })
  await signIn(page, { ...oja, url: testProxy.url }, await person(oja))
  await page.addInitScript(offer)
  await page.goto(`/listings/${id}`)
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/notices-/.test(name)),
  )
  const card = page.getByRole('complementary', { name: 'Install Oja' })
  await expect(card).toHaveCount(0)
  await page.getByRole('button', { name: /^Save/ }).first().click()
  await expect(card).toBeVisible()
  // Where somebody writes, nothing is offered.
  await page.getByRole('banner').getByRole('link', { name: 'Messages' }).click()
  await expect(page).toHaveURL(/\/chat$/)
  await expect(card).toHaveCount(0)
  await page.goBack()
  await card.getByRole('button', { name: 'Add Oja' }).click()
  await expect(page.locator('html[data-prompted=yes]')).toHaveCount(1)
  await expect(card).toHaveCount(0)
  const declined = () => page.evaluate(() => localStorage.getItem('oja:install-declined'))
  await expect.poll(declined).not.toBeNull()
  // By the browser's own menu.
  await page.evaluate(() => {
    localStorage.removeItem('oja:install-declined')
    dispatchEvent(new Event('appinstalled'))
  })
  expect(await declined()).not.toBeNull()
})

test('[INSTALL-PROMPT] installing is offered at the second page of the third visit, and a "no" is stored; never in the installed app', async ({
  page,
}) => {
  await page.addInitScript(offer)
  const card = page.getByRole('complementary', { name: 'Install Oja' })
  const notices = () =>
    page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /\/notices-/.test(name)),
    )
  await page.goto('/about')
  await notices()
  await page.getByRole('link', { name: 'Safety tips', exact: true }).click()
  await page.waitForURL('**/safety')
  await expect(card).toHaveCount(0)

  const longAgo = Date.now() - 86_400_000
  await page.evaluate(
    (last) => localStorage.setItem('oja:visits', JSON.stringify({ count: 2, last })),
    longAgo,
  )
  await page.goto('/about')
  await notices()
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('oja:visits') ?? ''))
    .toContain('"count":3')
  await expect(card).toHaveCount(0)
  await page.getByRole('link', { name: 'Safety tips', exact: true }).click()
  await expect(card).toBeVisible()
  await expectAccessibleEverywhere(page)
  // It covers nothing that has the focus, nor the end of the page.
  await page.setViewportSize(phone)
  const footer = page.getByRole('contentinfo')
  for (const element of [footer.getByRole('link', { name: 'Terms' }), footer.getByRole('switch')]) {
    await element.focus()
    await expect.poll(async () => (await boxOf(element)).bottom).toBeLessThanOrEqual((await boxOf(card)).y)
  }
  await card.getByRole('button', { name: 'Not now' }).press('Enter')
  await expect(card).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()

  await page.goto('/about')
  await notices()
  await page.getByRole('link', { name: 'Safety tips', exact: true }).click()
  await page.waitForURL('**/safety')
  await expect(card).toHaveCount(0)

  // A page that is loaded anew is the second page too.
  await page.evaluate(() => {
    localStorage.removeItem('oja:install-declined')
    location.assign('/contact')
  })
  await expect(card).toBeVisible()
  await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: true }))
  await page.evaluate(() => location.assign('/about'))
  await page.waitForURL('**/about')
  await notices()
  await expect(card).toHaveCount(0)
})
