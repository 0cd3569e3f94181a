import type { Page } from '@playwright/test'
import { expect, test } from './support/browser.ts'
import { listing } from './support/goods.ts'
import { person, signIn } from './support/people.ts'
import type { OjaServer } from './support/server.ts'

/** Every address that a page leads to or needs, on this site. */
async function addressesOn(page: Page, path: string): Promise<string[]> {
  const answer = await page.goto(path)
  expect(answer?.status(), path).toBe(200)
  return page.evaluate(() => {
    const found = [
      ...Array.from(document.querySelectorAll<HTMLAnchorElement>('a[href]'), ({ href }) => href),
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
  return [
    '/',
    '/listings?search=linked+lantern&state=Lagos',
    `/listings/${id}`,
    `/users/${seller.id}`,
    '/login',
    '/register',
    '/forgot-password',
    '/about',
    '/safety',
    '/contact',
    '/terms',
    '/privacy',
  ]
}

test('[ROUTE-NO-DEAD-LINKS] nothing that a visitor can press leads nowhere', async ({ page, oja }) => {
  await expectNoDeadLinks(page, await publicPages(oja))
})

test('[ROUTE-NO-DEAD-LINKS] nor does anything for who is signed in', async ({ page, oja }) => {
  const ada = await person(oja)
  const id = await listing(oja, ada)
  await signIn(page, oja, ada)
  const pages = ['/', `/listings/${id}`, '/my-listings', '/sell', `/edit-listing/${id}`, '/profile']
  await expectNoDeadLinks(page, pages)
})
