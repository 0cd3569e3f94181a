import { bubble, bubbles, expect, oldMessages, sendMessage, talk, test } from './support/chat-fixture.ts'
import type { Person } from './support/people.ts'

/** Deletes a message for one of the two, as on another device of theirs. */
async function deleteMessage(who: Person, threadId: number, text: string): Promise<void> {
  const known = await who.api('GET /api/threads/:id/messages', { params: { id: threadId }, query: {} })
  const id = known.find(({ body }) => body === text)?.id ?? 0
  await who.api('DELETE /api/messages/:id', { params: { id } })
}

test('[CHAT-DELETE] [CHAT-OLDER] older messages load also after one was deleted', async ({ enter, oja }) => {
  const conversation = await talk(oja)
  await oldMessages(oja, conversation, 60)
  const page = await enter(conversation.buyer, `/chat?thread=${conversation.threadId}`)
  await expect(bubbles(page)).toHaveCount(30)
  await bubbles(page).last().getByRole('button', { name: 'Reply or delete' }).click()
  await page.getByRole('button', { name: 'Delete for me' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for me' }).click()
  await expect(bubbles(page)).toHaveCount(29)
  const list = page.getByRole('region', { name: /^Messages with/ })
  await list.evaluate((box) => box.scrollTo({ top: -box.scrollHeight, behavior: 'instant' }))
  await expect(bubbles(page)).toHaveCount(59)
})

test('[CHAT-DELETE] a message that was deleted on another device meanwhile is gone after a reconnect', async ({
  enter,
  oja,
}) => {
  const { buyer, threadId } = await talk(oja, { first: 'Hello' })
  await sendMessage(buyer, threadId, 'A secret')
  await sendMessage(buyer, threadId, 'A later one')
  const page = await enter(buyer, `/chat?thread=${threadId}`)
  await expect(bubble(page, 'A secret')).toBeVisible()
  await page.context().setOffline(true)
  await deleteMessage(buyer, threadId, 'A secret')
  await page.context().setOffline(false)
  await expect(bubble(page, 'A secret')).toHaveCount(0)
  await expect(bubble(page, 'A later one')).toBeVisible()
})

test('[CHAT-DELETE] the newest message is gone after a reconnect when it was deleted on another device', async ({
  enter,
  oja,
}) => {
  const { buyer, threadId } = await talk(oja, { first: 'Hello' })
  await sendMessage(buyer, threadId, 'A secret')
  const page = await enter(buyer, `/chat?thread=${threadId}`)
  await expect(bubble(page, 'A secret')).toBeVisible()
  await page.context().setOffline(true)
  await deleteMessage(buyer, threadId, 'A secret')
  await page.context().setOffline(false)
  await expect(bubble(page, 'A secret')).toHaveCount(0)
  await expect(bubble(page, 'Hello')).toBeVisible()
})

test('[CHAT-DELETE] after the newest message is deleted, the one before it is not called new', async ({
  enter,
  oja,
}) => {
  const conversation = await talk(oja)
  const { buyer, seller, threadId } = conversation
  await oldMessages(oja, conversation, 60)
  const page = await enter(buyer, `/chat?thread=${threadId}`)
  await sendMessage(seller, threadId, 'An answer')
  const announcement = page.locator('[aria-live]', { hasText: `${seller.fullName}: ` })
  await expect(announcement).toHaveText(`${seller.fullName}: An answer`)
  const list = page.getByRole('region', { name: /^Messages with/ })
  await list.evaluate((box) => box.scrollTo({ top: -400, behavior: 'instant' }))
  await expect(page.getByRole('button', { name: 'To the newest message' })).toBeVisible()
  // What remains ends with a message of the seller.
  for (const text of ['An answer', 'line 60', 'line 59']) await deleteMessage(buyer, threadId, text)
  await expect(bubble(page, 'line 59')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'To the newest message' })).toBeVisible()
  await expect(announcement).toHaveText(`${seller.fullName}: An answer`)
})

test('[CHAT-REPLY] [CHAT-DELETE] a message that is deleted is not answered any more', async ({
  enter,
  oja,
}) => {
  const { buyer, threadId } = await talk(oja, { first: 'Hello' })
  const page = await enter(buyer, `/chat?thread=${threadId}`)
  const reply = async () => {
    await bubble(page, 'Hello').getByRole('button', { name: 'Reply or delete' }).press('Enter')
    await bubble(page, 'Hello').getByRole('button', { name: 'Reply', exact: true }).press('Enter')
    await expect(page.getByText('Reply to yourself')).toBeVisible()
  }
  await reply()
  await page.getByRole('button', { name: 'Cancel the reply' }).press('Enter')
  await expect(page.getByText('Reply to yourself')).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
  await reply()
  await deleteMessage(buyer, threadId, 'Hello')
  await expect(bubbles(page)).toHaveCount(0)
  await expect(page.getByText('Reply to yourself')).toHaveCount(0)
})
