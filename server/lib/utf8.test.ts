import { expect, test } from 'vitest'
import { utf8 } from './utf8.ts'

test('[COMPRESS] a text becomes the same bytes as by Buffer.from, broken characters included', () => {
  const texts = [
    '',
    'Tecno',
    'Ọjà · ₦60,000 – new 😀',
    `${'₦'.repeat(5000)}😀`,
    '😀'.slice(0, 1),
    `a${'😀'.slice(1)}b`,
  ]
  for (const text of texts) expect(utf8(text)).toEqual(Buffer.from(text))
})
