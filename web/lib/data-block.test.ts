import { expect, test } from 'vitest'
import { toDataBlock } from './data-block.ts'

test('[SEO-ESCAPE] no content of a data block can end it, and it reads back unchanged', () => {
  const hostile = { title: '</script><script>alert(1)</script><!--\u2028' }
  const block = toDataBlock(hostile)
  expect(block).not.toContain('<')
  expect(JSON.parse(block)).toEqual(hostile)
})
