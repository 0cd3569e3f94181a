import type { Page } from '@playwright/test'
import { expect, expectAccessibleEverywhere, open, test } from './support/browser.ts'
import { listing } from './support/goods.ts'
import { person } from './support/people.ts'

const main = (page: Page) => page.getByRole('main')

test('[BROWSE-IGNORED] a link with filters that Browse does not know leads to listings, and says what was left out', async ({
  page,
  oja,
}) => {
  const seller = await person(oja)
  await listing(oja, seller, { title: 'Deeplink kettle', condition: 'USED', category_id: 1 })
  const answer = await page.goto(
    '/listings?search=deeplink&condition=new&category=999&minPrice=abc&lga=Ikeja',
  )
  expect(answer?.status()).toBe(200)
  expect(await answer?.text()).toContain('Deeplink kettle')
  for (const sentence of [
    'We left out the filter condition=new: we do not know it.',
    'We left out the filter category=999: we do not know it.',
    'We left out the filter minPrice=abc: it is not an amount in Naira.',
    'We left out the filter lga=Ikeja: choose its state too.',
  ])
    await expect(main(page).getByText(sentence)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeVisible()
  await expectAccessibleEverywhere(page)

  await open(page, '/listings?search=deeplink&state=Lagos&lga=Fagge&sortBy=zzz')
  await expect(main(page).getByText('lga=Fagge: we do not know it in Lagos.')).toBeVisible()
  await page.getByRole('link', { name: 'Remove Lagos' }).click()
  await expect(page).toHaveURL('/listings?search=deeplink')
  await expect(main(page).getByText('We left out')).toHaveCount(0)
})
