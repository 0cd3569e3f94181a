import type { Page } from '@playwright/test'
import { expect, test } from './support/browser.ts'
import { person, signIn } from './support/people.ts'
import type { OjaServer } from './support/server.ts'
import { listing } from './support/test-listings.ts'

/** Every address on this site that a page links to or loads. */
async function addressesOn(page: Page, path: string): Promise<string[]> {
  const answer = await page.goto(path)
  expect(answer?.status(), path).toBe(200)
  return page.evaluate(() => {
    const found = [
      // `getAttribute`: links of the map are SVG elements.
      ...Array.from(document.querySelectorAll('a[href]'), (link) => link.getAttribute('href') ?? '').map(
        (href) => new URL(href, location.href).href,
      ),
      ...Array.from(document.querySelectorAll<HTMLLinkElement>('link[href]'), ({ href }) => href),
      ...Array.from(document.querySelectorAll<HTMLImageElement>('img[src]'), ({ src }) => src),
      ...Array.from(
        document.querySelectorAll<HTMLMetaElement>('meta[property="og:image"]'),
        ({ content }) => content,
      ),
    ]
    return found.filter((address) => new URL(address).origin === location.origin)
  })
}

async function expectNoDeadLinks(page: Page, paths: string[]) {
  const found = new Set<string>()
  for (const path of paths)
    for (const address of await addressesOn(page, path)) found.add(address.replace(/#.*/, ''))
  const answers = await Promise.all(
    [...found].map(async (address) => ({ address, status: (await page.request.get(address)).status() })),
  )
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  expect(found.size).toBeGreaterThan(20)
}

async function publicPages(oja: OjaServer): Promise<string[]> {
  const seller = await person(oja)
  const id = await listing(oja, seller, { title: 'Linked lantern', photoCount: 2 })
  const sitemap = await (await fetch(`${oja.url}/sitemaps/pages.xml`)).text()
  const indexed = [...sitemap.matchAll(/<loc>([^<?]+)<\/loc>/g)].map(
    ([, address = '']) => new URL(address).pathname,
  )
  expect(indexed).toContain('/about')
  return [
    ...indexed,
    '/listings?search=linked+lantern&state=Lagos',
    `/listings/${id}`,
    `/users/${seller.id}`,
    '/login',
    '/register',
    '/forgot-password',
    '/appeal',
  ]
}

test('[ROUTE-NO-DEAD-LINKS] no link or button of a visitor leads to a missing page', async ({
  page,
  oja,
}) => {
  await expectNoDeadLinks(page, await publicPages(oja))
})

test('[ROUTE-NO-DEAD-LINKS] no link or button of a signed-in user leads to a missing page', async ({
  page,
  oja,
}) => {
  const ada = await person(oja)
  const id = await listing(oja, ada)
  await signIn(page, oja, ada)
  const pages = [
    '/',
    `/listings/${id}`,
    '/my-listings',
    '/sell',
    `/edit-listing/${id}`,
    '/profile',
    '/stolen-phone',
  ]
  await expectNoDeadLinks(page, pages)
})
