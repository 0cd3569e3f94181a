import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, expectAccessibleEverywhere, open, test } from './support/browser.ts'
import { person, signIn } from './support/people.ts'
import { listing } from './support/test-listings.ts'

const long = `${'Clean and neat, with receipt. '.repeat(14)}The last words.`

interface ProductData {
  name: string
  description: string
  image: string[]
  category: string
  itemCondition: string
  offers: { price: number; priceCurrency: string; availability: string; seller: { name: string } }
}

async function productData(page: Page): Promise<ProductData> {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents()
  expect(texts).toHaveLength(1)
  return JSON.parse(texts[0] ?? '') as ProductData
}

test('[DETAIL-HEAD] [LIMIT-META] [DETAIL-OPEN-GRAPH] [DETAIL-JSON-LD] [DETAIL-AVAILABILITY] metadata for search engines and shared links', async ({
  page,
  oja,
}) => {
  const seller = await person(oja, { fullName: 'Chidi Eze' })
  const id = await listing(oja, seller, {
    title: 'Oak bookshelf',
    description: long,
    price: 9_950_050,
    condition: 'NEW',
    photoCount: 2,
  })
  await page.goto(`/listings/${id}`)
  await expect(page).toHaveTitle(/^Oak bookshelf/)
  const meta = (name: string) =>
    page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute('content')
  const description = (await meta('description')) ?? ''
  expect(description.length).toBeLessThanOrEqual(150)
  expect(long.startsWith(description.slice(0, 140))).toBe(true)
  expect(await meta('og:title')).toContain('Oak bookshelf')
  expect(await meta('og:title')).toContain('₦99,501')
  expect(await meta('og:description')).toBe(description)
  expect(await meta('twitter:card')).toBe('summary_large_image')
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${oja.url}/listings/${id}`)
  const image = await meta('og:image')
  const picture = await page.request.get(image ?? '')
  expect(picture.headers()['content-type']).toBe('image/jpeg')
  const { width, height } = await sharp(await picture.body()).metadata()
  expect([await meta('og:image:width'), await meta('og:image:height')]).toEqual([`${width}`, `${height}`])

  const product = await productData(page)
  expect(product).toMatchObject({
    name: 'Oak bookshelf',
    description: long,
    category: 'Phones & Tablets',
    itemCondition: 'https://schema.org/NewCondition',
    offers: {
      price: 99_500.5,
      priceCurrency: 'NGN',
      availability: 'https://schema.org/InStock',
      seller: { name: 'Chidi Eze' },
    },
  })
  expect(product.image).toHaveLength(2)
  expect(product.image[0]).toBe(image)
})

test('[LIMIT-META] an emoji that the end of the description for search engines cuts is left out', async ({
  page,
  oja,
}) => {
  const id = await listing(oja, await person(oja), { description: `${'a'.repeat(148)}😀 and ${long}` })
  await page.goto(`/listings/${id}`)
  const description = page.locator('meta[name=description]')
  await expect(description).toHaveAttribute('content', `${'a'.repeat(148)}…`)
})

test('[DETAIL-SOLD] [DETAIL-AVAILABILITY] a sold listing keeps its page, and is out of stock', async ({
  page,
  oja,
}) => {
  const id = await listing(oja, await person(oja), { status: 'SOLD', title: 'Oak bookshelf' })
  const answer = await page.goto(`/listings/${id}`)
  expect(answer?.status()).toBe(200)
  await expect(page.getByText('This item has been sold.')).toBeVisible()
  // Also what a chat shows of a link, and a search engine of the page.
  const shared = page.locator('meta[property="og:title"]')
  await expect(shared).toHaveAttribute('content', 'Oak bookshelf – sold')
  expect((await productData(page)).offers.availability).toBe('https://schema.org/OutOfStock')
  await expectAccessibleEverywhere(page)
})

test('[DETAIL-HIDDEN] [DETAIL-OWNER] a hidden listing is visible to its owner only', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(404)
  const seller = await person(oja)
  const id = await listing(oja, seller, { status: 'HIDDEN', title: 'Secret lamp of mine' })
  const answer = await page.goto(`/listings/${id}`)
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  await expect(page.getByText('Secret lamp of mine')).toHaveCount(0)

  await signIn(page, oja, seller)
  await open(page, `/listings/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Secret lamp of mine')
  await page.getByRole('link', { name: 'Edit listing' }).click()
  await expect(page).toHaveURL(`/edit-listing/${id}`)
})

test('[DETAIL-DELETED] a deleted listing returns 410 and shows similar ones', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(410)
  const seller = await person(oja)
  await listing(oja, seller, { title: 'Gonesuch kettle, nearly new' })
  const id = await listing(oja, seller, { title: 'Gonesuch kettle', deleted_at: new Date() })
  const answer = await page.goto(`/listings/${id}`)
  expect(answer?.status()).toBe(410)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This listing is gone')
  // By its seller, or by moderators.
  await expect(page.getByText('It was deleted.')).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expectAccessibleEverywhere(page)
})

test('[DETAIL-DELETED] a listing that is deleted while it is open is gone once the page reads again', async ({
  page,
  oja,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.push(401, 410)
  const id = await listing(oja, await person(oja), { title: 'Meanwhile kettle' })
  await open(page, `/listings/${id}`)
  await oja.database.db.updateTable('listings').set({ deleted_at: new Date() }).where('id', '=', id).execute()
  await context.setOffline(true)
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This listing is gone')
  await expect(page.getByRole('button', { name: 'Chat with Seller' })).toHaveCount(0)
})

test('[ROUTE-404] [PROFILE-MISSING] an unknown listing or user shows the 404 page', async ({
  page,
  expectedStatuses,
}) => {
  expectedStatuses.push(404)
  for (const path of ['/listings/987654321', '/listings/abc', '/users/987654321']) {
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  }
})

test('[PROFILE-MISSING] a profile whose user is banned while it is open is gone once the page reads again', async ({
  page,
  oja,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.push(401, 404)
  const { id } = await person(oja, { fullName: 'Meanwhile Banned' })
  await open(page, `/users/${id}`)
  await oja.database.db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', id).execute()
  await context.setOffline(true)
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
})

test('[ROUTE-OLD-LISTING] /listing/{id} redirects permanently', async ({ page, oja }) => {
  const id = await listing(oja, await person(oja))
  const answer = await page.request.get(`/listing/${id}`, { maxRedirects: 0 })
  expect(answer.status()).toBe(301)
  expect(answer.headers().location).toBe(`/listings/${id}`)
  await page.goto(`/listing/${id}`)
  await expect(page).toHaveURL(`/listings/${id}`)
})

test('[DETAIL-ESCAPE] a title with markup is plain text everywhere', async ({ page, oja }) => {
  const title = '</script><script>alert(1)</script>'
  const seller = await person(oja)
  const id = await listing(oja, seller, { title, description: `<img src=x onerror=alert(2)> ${title}` })
  page.on('dialog', (dialog) => {
    throw new Error(`a dialog says ${dialog.message()}`)
  })
  await open(page, `/listings/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  expect((await productData(page)).name).toBe(title)
  expect(await (await page.request.get(`/listings/${id}`)).text()).not.toContain('<script>alert')
  await expect(page).toHaveTitle(/^<\/script>/)
  await page.getByRole('link', { name: 'Back to Listings' }).click()
  await expect(page.getByRole('link', { name: title })).toBeVisible()
  await open(page, `/users/${seller.id}`)
  await expect(page.getByRole('link', { name: title })).toBeVisible()
})
