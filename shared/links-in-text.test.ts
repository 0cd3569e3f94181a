import { expect, test } from 'vitest'
import { linksIn } from './links-in-text.ts'

const hrefs = (text: string) => [...linksIn(text)].map(({ href }) => href)
const cut = (text: string) => [...linksIn(text)].map(({ start, end }) => text.slice(start, end))

test.each([
  ['See https://shop.example/offer?id=1.', ['https://shop.example/offer?id=1']],
  ['(http://localhost:3000/listings/3)', ['http://localhost:3000/listings/3']],
  ['https://en.example/wiki/Oja_(market), yes', ['https://en.example/wiki/Oja_(market)']],
  ['HTTPS://SHOP.EXAMPLE', ['HTTPS://SHOP.EXAMPLE']],
  ['shop.com.Thanks', ['https://shop.com']],
  ['shop.com:8443/a or shop.com: open', ['https://shop.com:8443/a', 'https://shop.com']],
  ['look…shop.com.ng/offer!', ['https://shop.com.ng/offer']],
  ['a.com,b.ng and www.c.org?x=1', ['https://a.com', 'https://b.ng', 'https://www.c.org?x=1']],
  ['https://оја.example/ ọjà.com', ['https://оја.example/', 'https://ọjà.com']],
  ['https://one.example,https://two.example', ['https://one.example,https://two.example']],
])('[CHAT-LINKS] %s', (text, expected) => {
  expect(hrefs(text)).toEqual(expected)
})

test.each([
  'someone@example.com',
  'first.com@second.com',
  'ftp://old.com',
  'javascript:alert(1)',
  'https://',
  '₦2.500.000 at 10.30am, no.1, e.g. this...',
  `${'a.'.repeat(300)}com`,
])('[CHAT-LINKS] no link: %s', (text) => {
  expect(hrefs(text)).toEqual([])
})

test('[CHAT-LINKS] links are found in a text', () => {
  expect(cut('Go to shop.com/a (or https://b.example/c).')).toEqual(['shop.com/a', 'https://b.example/c'])
})
