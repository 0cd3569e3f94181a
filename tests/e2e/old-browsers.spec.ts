import { expect, open, test } from './support/browser.ts'
import { person, signIn } from './support/people.ts'
import { listing } from './support/test-listings.ts'

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
  await page.addInitScript(() => {
    Reflect.deleteProperty(Map, 'groupBy')
    Reflect.deleteProperty(Object, 'groupBy')
    Reflect.deleteProperty(URL, 'canParse')
    Reflect.deleteProperty(Promise, 'withResolvers')
    Reflect.deleteProperty(HTMLElement.prototype, 'showPopover')
  })
  await open(page, '/notifications')
  await expect(page.getByRole('region', { name: 'Today' })).toContainText('Tunde Bello has a question')
})
