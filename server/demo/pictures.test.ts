import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawAvatar } from './avatar.ts'
import { drawPicture, picturesOf } from './pictures/studio.ts'

test('a picture is 640 × 480 whatever its place, and the same each time', async () => {
  for (const subject of ['sofa', 'iphone-gold', 'car-silver', 'house']) {
    for (const picture of picturesOf(subject)) {
      const bytes = await drawPicture(picture)
      expect(await sharp(bytes).metadata(), picture).toMatchObject({
        format: 'jpeg',
        width: 640,
        height: 480,
      })
    }
    const [cover = ''] = picturesOf(subject)
    expect((await drawPicture(cover)).equals(await drawPicture(cover))).toBe(true)
  }
})

test('an unknown picture is refused', async () => {
  await expect(drawPicture('unicorn/0')).rejects.toThrow('No subject unicorn')
  await expect(drawPicture('sofa/99')).rejects.toThrow('No picture sofa/99')
})

test('an avatar is square', async () => {
  expect(await sharp(await drawAvatar('1f469-1f3fe', 40)).metadata()).toMatchObject({
    width: 320,
    height: 320,
  })
})
