import { expect, phone } from './support/browser.ts'
import { talk, test } from './support/chat-fixture.ts'

test('a tab does not keep conversations that were left, with what was typed in them', async ({
  oja,
  enter,
}) => {
  const { buyer, seller } = await talk(oja)
  const page = await enter(buyer, '/chat', { viewport: phone })
  for (let round = 0; round < 6; round += 1) {
    await page.getByRole('main').getByRole('link', { name: seller.fullName }).click()
    await page.getByPlaceholder('Type a message...').fill(`Question ${round}`)
    await page.goBack()
    await expect(page.getByPlaceholder('Type a message...')).toHaveCount(0)
  }
  const devtools = await page.context().newCDPSession(page)
  const { result } = await devtools.send('Runtime.evaluate', { expression: 'HTMLTextAreaElement.prototype' })
  // Collects garbage before it counts.
  const { objects } = await devtools.send('Runtime.queryObjects', {
    prototypeObjectId: result.objectId ?? '',
  })
  // React keeps the page that was left last.
  expect(Number(/\d+/.exec(objects.description ?? '')?.[0])).toBeLessThanOrEqual(2)
})
