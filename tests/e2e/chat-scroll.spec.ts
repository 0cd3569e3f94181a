import { phone } from './support/browser.ts'
import { conversations, expect, sendMessage, talk, test } from './support/chat-fixture.ts'
import { person } from './support/people.ts'

for (const [device, viewport] of [
  ['a phone', phone],
  ['a computer', { width: 1280, height: 600 }],
] as const) {
  test(`[CHAT-LIST] on ${device} the list is where it was after a conversation, its listing and back`, async ({
    enter,
    oja,
  }) => {
    const buyer = await person(oja)
    for (let count = 0; count < 16; count += 1) {
      const { seller, threadId } = await talk(oja, { buyer })
      await sendMessage(seller, threadId, `Number ${count}`)
    }
    const page = await enter(buyer, '/chat', { viewport })
    const list = conversations(page).getByRole('list')
    const top = () => list.evaluate((element) => element.scrollTop)
    const wanted = conversations(page).getByRole('link').nth(12)
    await wanted.scrollIntoViewIfNeeded()
    const before = await top()
    expect(before).toBeGreaterThan(200)
    await wanted.click()
    await expect(page).toHaveURL(/thread=/)
    await page
      .getByRole('region', { name: /^Conversation/ })
      .getByRole('link', { name: /^Gas cooker/ })
      .click()
    await expect(page.getByRole('heading', { level: 1, name: /^Gas cooker/ })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/thread=/)
    if (device === 'a computer') await expect.poll(top).toBe(before)
    await page.goBack()
    await expect(page).toHaveURL('/chat')
    await expect.poll(top).toBe(before)
    // Opened anew, the list begins with the newest.
    await page.getByRole('banner').getByRole('link', { name: 'Oja, home' }).click()
    await expect(page).toHaveURL('/')
    await page
      .getByRole('link', { name: /^Messages/ })
      .first()
      .click()
    await expect.poll(top).toBe(0)
  })
}
