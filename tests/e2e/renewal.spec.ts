import { renewalTokenFor } from '#tests/support/listings.ts'
import { expect, expectAccessibleEverywhere, phone, test } from './support/browser.ts'
import { person } from './support/people.ts'
import { listing } from './support/test-listings.ts'

// The ended listing, and the forged link.
test.use({ expectedStatuses: [404] })

test('[END-LINK] the link of a reminder leads to one question; a tap renews the ended listing, without a login', async ({
  page,
  oja,
}) => {
  const { db } = oja.database
  const seller = await person(oja)
  const yesterday = new Date(Date.now() - 86_400_000)
  const ended = { status: 'HIDDEN', ends_at: yesterday, ended_at: yesterday } as const
  const created_at = new Date(Date.now() - 61 * 86_400_000)
  const id = await listing(oja, seller, { title: 'Ended and renewed radio', created_at, ...ended })
  const link = async (listingId: number) =>
    `/renew?token=${await renewalTokenFor({ db, env: { SECRET_KEY: undefined, DATA_DIR: oja.dataDir } }, listingId)}`

  await page.goto(`/listings/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This listing has ended')
  await page.setViewportSize(phone)
  const address = await link(id)
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Is it still available?')
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/)
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Yes – renew it for 60 days' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your listing is live')
  await page.getByRole('link', { name: 'See it' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ended and renewed radio')
  await page.goto('/listings?search=Ended+and+renewed+radio')
  await expect(page.getByRole('article')).toContainText(/Just now|minutes? ago/)

  // The link is used up, and says how things are.
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your listing is live')
  await page.goto(await link(await listing(oja, seller, { title: 'Radio that is sold' })))
  await page.getByRole('button', { name: 'Sold already' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sold')
  await page.goto('/renew?token=forged')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link does not work')
  const deleted = { title: 'Deleted radio', deleted_at: new Date() }
  await page.goto(await link(await listing(oja, seller, deleted)))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This listing is no longer on Oja')
})
