import { expectHydrated, holdRequests, phone } from './support/browser.ts'
import {
  bubble,
  bubbles,
  composer,
  conversations,
  expect,
  sendButton,
  sendMessage,
  storedBodies,
  talk,
  test,
  write,
} from './support/chat-fixture.ts'
import { chooser } from './support/listing-form.ts'
import { person, signIn } from './support/people.ts'
import { photoFiles } from './support/test-listings.ts'

test('[CHAT-PICTURE] [CHAT-LIST] a picture is attached, shown before it is sent, and opens large', async ({
  enter,
  oja,
}) => {
  const { buyer, seller, threadId } = await talk(oja)
  const buying = await enter(buyer, `/chat?thread=${threadId}`)
  const [picture] = await photoFiles(1)
  await chooser(buying).setInputFiles(picture ?? [])
  await expect(buying.getByText('Picture ready')).toBeVisible()
  await sendButton(buying).click()
  await expect(bubbles(buying).locator('img')).toBeVisible()
  await expect(bubbles(buying)).toHaveAttribute('data-state', /sent|read/)
  await expect(conversations(buying).getByRole('listitem').first()).toContainText('You: Image')

  const selling = await enter(seller, `/chat?thread=${threadId}`, { viewport: phone })
  const shown = bubbles(selling).getByRole('button', { name: /Picture from/ })
  await expect(shown).toBeVisible()
  const box = await shown.boundingBox()
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(320 / 240, 1)
  await shown.click()
  const large = selling.getByRole('dialog', { name: 'Photos' })
  await expect(large.getByRole('img')).toBeVisible()
  await selling.keyboard.press('Escape')
  await expect(large).toHaveCount(0)
})

test('[CHAT-PICTURE] a picture can be dropped on the conversation, or pasted', async ({ enter, oja }) => {
  const { buyer, threadId } = await talk(oja)
  const page = await enter(buyer, `/chat?thread=${threadId}`)
  const [picture] = await photoFiles(1)
  const carried = await page.evaluateHandle(
    (bytes) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(bytes)], 'picture.jpg', { type: 'image/jpeg' }))
      return transfer
    },
    [...(picture?.buffer ?? [])],
  )
  const messages = page.getByRole('region', { name: /Messages with/ })
  await messages.dispatchEvent('dragover', { dataTransfer: carried })
  await expect(page.getByText('Drop the picture here')).toBeVisible()
  await messages.dispatchEvent('drop', { dataTransfer: carried })
  await expect(page.getByText('Picture ready')).toBeVisible()
  await page.getByRole('button', { name: 'Remove the picture' }).click()

  await composer(page).evaluate(
    (field, clipboardData) =>
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })),
    carried,
  )
  await expect(page.getByText('Picture ready')).toBeVisible()
  await composer(page).fill('as it looks')
  await composer(page).press('Enter')
  await expect(bubble(page, 'as it looks').locator('img')).toBeVisible()
  await expect(bubble(page, 'as it looks')).toHaveAttribute('data-state', 'sent')
})

test('[CHAT-PICTURE] a picture that is not sent yet stays while other pages are shown', async ({
  enter,
  oja,
}) => {
  const { buyer, threadId } = await talk(oja)
  const other = await talk(oja, { buyer, first: 'Hello' })
  const page = await enter(buyer, `/chat?thread=${threadId}`)
  const release = await holdRequests(page, '**/api/uploads')
  await chooser(page).setInputFiles(await photoFiles(1))
  await expect(page.getByText('Uploading the picture...')).toBeVisible()
  await page
    .getByRole('region', { name: /^Conversation/ })
    .getByRole('link', { name: /^Gas cooker/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: /^Gas cooker/ })).toBeVisible()
  release()
  await page.goBack()
  await expect(page.getByText('Picture ready')).toBeVisible()
  await conversations(page).getByText('Hello').click()
  await expect(page).toHaveURL(`/chat?thread=${other.threadId}`)
  await expect(bubble(page, 'Hello')).toBeVisible()
  await expect(page.getByText('Picture ready')).toHaveCount(0)
  await page.goBack()
  await expect(page.getByText('Picture ready')).toBeVisible()
  await sendButton(page).click()
  await expect(bubbles(page).getByRole('button', { name: /Picture from you/ })).toBeVisible()
  await expect(page.getByText('Picture ready')).toHaveCount(0)
})

test('[CHAT-PICTURE] an upload that fails can be tried again or removed', async ({ enter, oja }) => {
  const { buyer, threadId } = await talk(oja)
  const page = await enter(buyer, `/chat?thread=${threadId}`)
  await page.route('**/api/uploads', (route) => route.abort())
  const [picture] = await photoFiles(1)
  await chooser(page).setInputFiles(picture ?? [])
  await expect(page.getByText('The picture was not uploaded.')).toBeVisible()
  await expect(sendButton(page)).toBeDisabled()
  await page.unroute('**/api/uploads')
  const release = await holdRequests(page, '**/api/uploads')
  const attach = page.getByRole('button', { name: 'Attach a picture' })
  await page.getByRole('button', { name: 'Retry' }).press('Enter')
  await expect(page.getByRole('progressbar', { name: 'Upload of the picture' })).toBeVisible()
  await expect(attach).toBeFocused()
  await expect(sendButton(page)).toBeDisabled()
  release()
  await expect(page.getByRole('status').filter({ hasText: 'Picture ready' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove the picture' }).press('Enter')
  await expect(page.getByText('Picture ready')).toHaveCount(0)
  await expect(attach).toBeFocused()
  expect(await storedBodies(oja, threadId)).toEqual([])
})

test('[PHOTO-LIMIT] a picture of more than 10 MB is not uploaded, and cannot be tried again', async ({
  enter,
  oja,
}) => {
  const { buyer, threadId } = await talk(oja)
  const page = await enter(buyer, `/chat?thread=${threadId}`)
  const buffer = Buffer.alloc(10 * 2 ** 20 + 1)
  await chooser(page).setInputFiles({ name: 'huge.png', mimeType: 'image/png', buffer })
  await expect(page.getByText('huge.png is larger than 10 MB. Please choose a smaller one.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
})

test('[CHAT-DRAFT] a draft is kept for each conversation until logout', async ({ enter, oja }) => {
  const buyer = await person(oja)
  const first = await talk(oja, { buyer })
  const second = await talk(oja, { buyer })
  const page = await enter(buyer, `/chat?thread=${first.threadId}`)
  await composer(page).fill('half a thought')
  await conversations(page).getByRole('link', { name: second.seller.fullName }).click()
  await expect(composer(page)).toHaveValue('')
  await expect(composer(page)).toBeFocused()
  await page.goBack()
  await expect(composer(page)).toHaveValue('half a thought')
  await page.reload()
  await expectHydrated(page)
  await expect(composer(page)).toHaveValue('half a thought')

  await page
    .getByRole('button', { name: /account|menu/i })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.waitForURL('/')
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('half a thought')
})

test('[CHAT-RELIABLE] [CHAT-DRAFT] a text typed before the code has arrived is kept and can be sent', async ({
  page,
  oja,
}) => {
  const { buyer, threadId } = await talk(oja)
  await signIn(page, oja, buyer)
  const release = await holdRequests(page, '**/assets/vendor-*.js')
  await page.goto(`/chat?thread=${threadId}`, { waitUntil: 'commit' })
  await composer(page).fill('Typed early')
  release()
  await expect(sendButton(page)).toBeEnabled()
  await expect(composer(page)).toHaveValue('Typed early')
  await sendButton(page).click()
  await expect(bubble(page, 'Typed early')).toBeVisible()
  await expect.poll(() => storedBodies(oja, threadId)).toEqual(['Typed early'])
})

test('[CHAT-LINKS] only links can be followed, and external ones are marked', async ({ enter, oja }) => {
  const { buyer, seller, threadId } = await talk(oja, { first: 'Have you a picture?' })
  await sendMessage(
    seller,
    threadId,
    `See https://shop.example/offer?id=1 or <b>bold</b> or javascript:alert(1) or ftp://old.example or ${oja.url}/listings`,
  )
  const page = await enter(buyer, `/chat?thread=${threadId}`)
  const links = bubble(page, 'See shop.example').getByRole('link')
  await expect(links).toHaveCount(2)
  await expect(links.first()).toHaveAttribute('href', 'https://shop.example/offer?id=1')
  await expect(links.first()).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc')
  await expect(links.first()).toHaveAttribute('target', '_blank')
  await expect(links.first()).toContainText('(opens another website)')
  await expect(links.nth(1)).not.toHaveAttribute('target', '_blank')
  await expect(bubble(page, '<b>bold</b>')).toBeVisible()
})

test('[CHAT-PHONE] a long word and a long text do not widen a phone’s page', async ({ enter, oja }) => {
  const { buyer, threadId } = await talk(oja, { title: 'A'.repeat(80) })
  const page = await enter(buyer, `/chat?thread=${threadId}`, { viewport: phone })
  await composer(page).fill('x'.repeat(3800))
  await expect(page.getByText('200 characters left')).toBeVisible()
  await composer(page).press('Enter')
  await write(page, 'W'.repeat(300))
  await expect(bubble(page, 'WWWW')).toHaveAttribute('data-state', 'sent')
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(phone.width)
  const field = await composer(page).boundingBox()
  expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(phone.height)
})

test('[CHAT-BLANK] invisible characters do not make a message', async ({ enter, oja }) => {
  const { buyer, threadId } = await talk(oja)
  const page = await enter(buyer, `/chat?thread=${threadId}`)
  await composer(page).fill('\u200B\u2060\uFEFF \u2800')
  await expect(sendButton(page)).toBeDisabled()
  await page.keyboard.press('Enter')
  await composer(page).fill('\u200BStill here?')
  await sendButton(page).click()
  await expect(bubble(page, 'Still here?')).toBeVisible()
  await expect.poll(() => storedBodies(oja, threadId)).toEqual(['Still here?'])
})

test('[CHAT-PICTURE] a file that is no picture can only be removed; one that failed offline is sent again automatically', async ({
  enter,
  oja,
}) => {
  const { buyer, threadId } = await talk(oja)
  const page = await enter(buyer, `/chat?thread=${threadId}`)
  const fake = { name: 'fake.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a picture at all') }
  await chooser(page).setInputFiles([fake])
  await expect(page.getByText('This is not a picture we can use.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove the picture' }).click()

  const [picture] = await photoFiles(1)
  await page.context().setOffline(true)
  await chooser(page).setInputFiles(picture ?? [])
  await expect(page.getByText('The picture was not uploaded.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('Picture ready')).toBeVisible()
})

test('[CHAT-PICTURE] which of several pictures was not uploaded, and why, is said below them', async ({
  enter,
  oja,
}) => {
  const { buyer, threadId } = await talk(oja)
  const page = await enter(buyer, `/chat?thread=${threadId}`, { viewport: phone })
  const fake = { name: 'fake.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') }
  await chooser(page).setInputFiles([...(await photoFiles(1)), fake])
  await expect(page.getByRole('alert').filter({ hasText: /^Picture 2 was not uploaded\. .+/ })).toBeVisible()
})
