import { sameOriginPath } from '#shared/same-origin.ts'
import { bubble, expect, sendMessage, talk, test } from './support/chat-fixture.ts'
import { signIn } from './support/people.ts'

test('[OWN-ADDRESS] a path of Oja that contains another host stays on Oja, however it is opened', async ({
  enter,
  oja,
}) => {
  const { buyer, seller, threadId } = await talk(oja)
  const tricks = ['//evil.example/x', '/\\evil.example/x', '/.//evil.example/x', '\\\\evil.example/x']
  for (const trick of tricks) await sendMessage(seller, threadId, `Look: ${oja.url}${trick}`)
  const page = await enter(buyer, `/chat?thread=${threadId}`)
  const links = bubble(page, 'Look:').getByRole('link')
  await expect(links).toHaveCount(tricks.length)
  const leadTo = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
  expect(leadTo).toEqual(tricks.map(() => `${oja.url}/evil.example/x`))
  await links.first().click()
  await page.waitForURL(`${oja.url}/evil.example/x`)
})

test('[OWN-ADDRESS] Chromium reads addresses as the server does', async ({ page, oja }) => {
  const slashes = ['/', '//', '\\', '/\\', '/.//', '/\t/', '///', '/..//']
  const hosts = [
    'evil.example',
    '@evil.example',
    'evil.example@',
    '%2fevil.example',
    'oja.example',
    ':3000',
    '',
  ]
  const starts = ['', oja.url, `${oja.url}@`, oja.url.toUpperCase(), 'https:', 'javascript:']
  const all = starts.flatMap((start) => slashes.flatMap((slash) => hosts.map((host) => start + slash + host)))
  await page.goto('/about')
  const read = await page.evaluate(
    (addresses) =>
      addresses.map((address) => {
        const link = document.createElement('a')
        link.href = address
        return link.host === location.host && /^https?:$/.test(link.protocol) && link.username === ''
      }),
    all,
  )
  expect(all.filter((_, index) => read[index])).toEqual(
    all.filter((address) => sameOriginPath(address, oja.url) !== null),
  )
  const paths = all.map((address) => sameOriginPath(address, oja.url)).filter((path) => path !== null)
  const hostsOfPaths = await page.evaluate(
    (given) => given.map((path) => Object.assign(document.createElement('a'), { href: path }).host),
    paths,
  )
  expect(new Set(hostsOfPaths)).toEqual(new Set([new URL(oja.url).host]))
})

test('[CHAT-SERVER] the server sends messages as data; the browser creates the elements', async ({
  enter,
  oja,
}) => {
  const { buyer, seller, threadId } = await talk(oja)
  for (let number = 0; number < 30; number += 1)
    await sendMessage(number % 2 ? seller : buyer, threadId, `${'a.'.repeat(1990)}${number}`)
  const page = await enter(buyer, `/chat?thread=${threadId}`)
  await expect(page.getByRole('region', { name: /^Messages with/ }).getByRole('listitem')).toHaveCount(30)
  const html = await (await page.request.get(`/chat?thread=${threadId}`)).text()
  const [before = '', data = ''] = html.split('<script type="application/json"')
  expect(before).toContain('Loading messages')
  // The list of conversations shows the last message.
  expect(before.split('a.a.a.a.').length).toBeLessThan(2 + 1990 / 4)
  expect(data).toContain(`${'a.'.repeat(1990)}0`)
})

test('[CHAT-SERVER] without JavaScript the page shows what it needs', async ({ browser, oja }) => {
  const { buyer, seller, threadId } = await talk(oja)
  await sendMessage(seller, threadId, 'Come on Saturday')
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: oja.url })
  const page = await context.newPage()
  await signIn(page, oja, buyer)
  await page.goto(`/chat?thread=${threadId}`)
  const note = page.getByRole('region', { name: /^Conversation with/ }).locator('noscript p')
  await expect(note).toBeVisible()
  await expect(note).toContainText('Messages need JavaScript.')
  await expect(page.getByText('Loading messages')).toBeHidden()
  await expect(page.getByPlaceholder('Type a message...')).toBeHidden()
  await context.close()
})
