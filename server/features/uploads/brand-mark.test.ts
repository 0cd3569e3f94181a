import { globSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { failureOf } from '#tests/support/accounts.ts'
import { postUpload, uploadOf } from '#tests/support/pictures.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { drawMark, isBrandMark, marks } from './brand-mark.ts'
import { hashUpload } from './photo-processing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const isFound = async (picture: Buffer) => isBrandMark((await hashUpload(picture))?.probes ?? [])

test('[HOUSE-PICTURE] the marks that are looked for are those that Oja shows', () => {
  const icon = readFileSync('web/public/favicon.svg', 'utf8')
  const wordmark = readFileSync('web/ui/wordmark.tsx', 'utf8')
  const numbers = (drawn: string) =>
    [...drawn.matchAll(/(?:\bd|cx|cy|r|rx)="([^"]+)"/g)].map(([, value]) => value)
  expect(numbers(marks.tile.draw('', ''))).toEqual(numbers(icon))
  expect(numbers(marks.wordmark.draw('')).toSorted()).toEqual(numbers(wordmark).toSorted())
})

test('[HOUSE-PICTURE] the first picture that is compared keeps no other request waiting: the marks are hashed one after the other', async () => {
  vi.resetModules()
  const fresh = await import('./brand-mark.ts')
  let isDone = false
  const done = fresh.isBrandMark([0n]).finally(() => {
    isDone = true
  })
  let most = 0
  while (!isDone) {
    const { queue, process } = sharp.counters()
    most = Math.max(most, queue + process)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await done
  // sharp still counts one that has ended when the next begins.
  expect(most).toBeLessThanOrEqual(2)
})

test('[HOUSE-PICTURE] marks are found in other sizes and colours, inverted, bordered and compressed; no demo avatar is', async () => {
  const missed: string[] = []
  for (const [name, mark] of Object.entries(marks))
    for (const [ink, ground, share, quality] of [
      ['#fff', '#006b3f', 0.42, 80],
      ['#006b3f', '#fff', 0.57, 80],
      ['#000', '#ccc', 0.73, 30],
      ['#fff', '#c00', 0.88, 80],
      ['#f2a413', '#006b3f', 0.97, 80],
    ] as const) {
      const picture = await sharp(drawMark(mark, { ink, ground, share, side: 500 }))
        .extend({ top: 25, bottom: 25, left: 25, right: 25, background: '#888' })
        .jpeg({ quality })
        .toBuffer()
      if (!(await isFound(picture))) missed.push(`${name} ${ink} ${ground} ${share}`)
    }
  for (const file of globSync('web/public/*icon*.{png,svg}'))
    if (!(await isFound(await sharp(file).flatten({ background: '#fff' }).resize(256).png().toBuffer())))
      missed.push(file)
  expect(missed).toEqual([])

  const alarms: string[] = []
  for (const file of globSync('demo/avatars/*.webp')) if (await isFound(readFileSync(file))) alarms.push(file)
  expect(alarms).toEqual([])
})

test('[HOUSE-PICTURE] a member cannot wear Oja’s mark; an administrator may', async () => {
  const [member, admin] = [await t.user(), await t.user({ role: 'ADMIN' })]
  const wear = async (who: TestUser) => {
    const mark = await sharp(drawMark(marks.icon, { share: 0.7, side: 300 }))
      .png()
      .toBuffer()
    const { body } = await postUpload(t, who.cookie, uploadOf(mark, 'me.png'))
    const avatarUrl = new URL((body as { secure_url: string }).secure_url).pathname
    return who.api('PATCH /api/settings/profile', { body: { avatarUrl } })
  }
  const message = 'This picture looks like Oja’s own mark. Use a picture of yourself or your shop'
  expect((await failureOf(wear(member))).problem?.errors).toEqual([{ path: 'avatarUrl', message }])
  expect((await wear(admin)).avatarUrl).toMatch(/^\/media\/photos\//)
})
