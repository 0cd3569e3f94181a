import { expect, expectAccessibleEverywhere, open, scrollALittle, test } from './support/browser.ts'
import { field } from './support/listing-form.ts'
import { person, signIn } from './support/people.ts'
import type { OjaServer } from './support/server.ts'
import { listing } from './support/test-listings.ts'

const naira = (amount: number) => amount * 100

async function similar(oja: OjaServer, title: string): Promise<void> {
  for (let number = 0; number < 8; number += 1)
    await listing(oja, await person(oja), { title, price: naira(200_000 + number * 10_000) })
}

test('[PRICE-WARNING] a price far below similar listings has a warning with advice; its seller gets a question', async ({
  page,
  oja,
}) => {
  await similar(oja, 'Agbetu lawn mower')
  const seller = await person(oja)
  const cheap = await listing(oja, seller, { title: 'Agbetu lawn mower', price: naira(60_000) })
  await open(page, `/listings/${cheap}`)
  // Without a reader the first view stays light.
  await scrollALittle(page)
  const warning = page.getByRole('note').filter({ hasText: 'Far below what similar ones ask' })
  await expect(warning).toContainText('See it and try it before you pay')
  await expect(warning).toBeInViewport()
  await expect(warning.getByRole('link', { name: 'Safe ways to pay' })).toHaveAttribute('href', /safety/)
  await page.getByRole('button', { name: 'Similar ones ask ₦214,000 to ₦256,000' }).click()
  await expect(page.getByRole('img', { name: /This price: ₦60,000/ })).toBeVisible()
  await expect(page.getByText('8 similar listings: “agbetu lawn mower”, used, in Lagos.')).toBeVisible()
  await expectAccessibleEverywhere(page)

  await signIn(page, oja, seller)
  await open(page, `/listings/${cheap}`)
  await scrollALittle(page)
  await expect(page.getByRole('note').filter({ hasText: 'Is the price right?' })).toContainText(
    'Similar ones ask ₦214,000 to ₦256,000.',
  )
})

test('[PRICE-QUESTION] the sell form shows what similar ones ask, and asks about a price far below', async ({
  page,
  oja,
}) => {
  await similar(oja, 'Kettler tricycle for kids')
  await signIn(page, oja, await person(oja))
  await open(page, '/sell')
  await field(page, 'Title').fill('Kettler tricycle, red')
  await field(page, 'Category').selectOption('1')
  await expect(page.getByText('Similar ones ask ₦214,000 to ₦256,000')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await field(page, 'Price (₦)').fill('23000')
  await expect(
    page.getByText('Is the price right? Similar ones ask ₦214,000 to ₦256,000; a zero may be missing.'),
  ).toBeVisible()
  await expectAccessibleEverywhere(page)
  await field(page, 'Price (₦)').fill('230000')
  await expect(page.getByText('Is the price right?')).toHaveCount(0)
})
