import { holdRequests } from './support/browser.ts'
import {
  bubble,
  bubbles,
  composer,
  conversations,
  expect,
  oldMessages,
  talk,
  test,
} from './support/chat-fixture.ts'

test('[CHAT-PRINT] a printed conversation has every loaded message with its sender and date, and nothing to press', async ({
  enter,
  oja,
}) => {
  const conversation = await talk(oja)
  await oldMessages(oja, conversation, 60)
  const page = await enter(conversation.buyer, `/chat?thread=${conversation.threadId}`)
  await expect(bubbles(page)).toHaveCount(30)
  const isCut = (text: string) =>
    bubble(page, text).evaluate((message) => {
      const { top } = message.getBoundingClientRect()
      for (let box = message.parentElement; box; box = box.parentElement)
        if (getComputedStyle(box).overflowY !== 'visible' && top < box.getBoundingClientRect().top)
          return true
      return top + scrollY < 0
    })
  expect(await isCut('line 32')).toBe(true)
  // A printer does not wait for what is read while the paper is laid out.
  const release = await holdRequests(page, /messages\?before=/)

  // The width of A4 within the margins of a browser.
  await page.setViewportSize({ width: 717, height: 1000 })
  await page.emulateMedia({ media: 'print' })
  expect(await isCut('line 32')).toBe(false)
  const first = bubble(page, 'line 32')
  await expect(first.getByText('You: ')).not.toHaveCSS('clip-path', /inset/)
  const date = await first.locator('time').evaluate((time) => getComputedStyle(time, '::before').content)
  expect(date).toMatch(/"\d{1,2} \w+ 20\d\d, \d\d:\d\d/)
  await expect(page.getByText('Older messages are not printed.', { exact: false })).toBeVisible()
  await expect(composer(page)).toBeHidden()
  await expect(conversations(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Reply or delete' }).first()).toBeHidden()

  const printed = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(printed.match(/\/Type\s*\/Page\b/g)?.length).toBeGreaterThan(1)
  release()
})

test('[CHAT-PRINT] of a list with the conversation beside it the conversation is printed', async ({
  enter,
  oja,
}) => {
  const { buyer } = await talk(oja, { first: 'Does it have all its knobs?' })
  const page = await enter(buyer, '/chat')
  const message = bubble(page, 'Does it have all its knobs?')
  await expect(message).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 717, height: 1000 })
  await expect(conversations(page)).toBeHidden()
  await expect(message).toBeVisible()
})
