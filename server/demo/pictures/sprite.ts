import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { Sprite } from './subject.ts'

/** RGBA, eight bits each. */
export interface Pixels {
  data: Buffer
  width: number
  height: number
}

const emojiFolder = new URL('../../../node_modules/@lobehub/fluent-emoji-3d/assets/', import.meta.url)

/** The sprite in its own colours and cut to its outline, as large as it comes; drawings are made `size` pixels square. */
export async function renderSprite(sprite: Sprite, size: number): Promise<Pixels> {
  const source = sprite.drawing
    ? Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 600 600">${sprite.drawing()}</svg>`,
      )
    : await readFile(new URL(`${sprite.emoji}.webp`, emojiFolder))
  const { hue = 0, saturation = 1, brightness = 1 } = sprite
  const tinted = hue !== 0 || saturation !== 1 || brightness !== 1
  const image = tinted ? sharp(source).modulate({ hue, saturation, brightness }) : sharp(source)
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  const outline = outlineOf({ data, width: info.width, height: info.height })
  const cut = await sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } })
    .extract(outline)
    .raw()
    .toBuffer()
  return { data: cut, width: outline.width, height: outline.height }
}

/** The smallest box around everything visible. (sharp's own trim takes several times as long.) */
function outlineOf({ data, width, height }: Pixels) {
  let [left, top, right, bottom] = [width, height, 0, 0]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if ((data[(y * width + x) * 4 + 3] ?? 0) > 8) {
        if (x < left) left = x
        if (x > right) right = x
        if (y < top) top = y
        bottom = y
      }
  return { left, top, width: right - left + 1, height: bottom - top + 1 }
}
