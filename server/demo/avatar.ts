import sharp from 'sharp'
import { oklch } from './pictures/colour.ts'
import { renderSprite } from './pictures/sprite.ts'

const SIZE = 320

/** A face (a 3D emoji) before a soft ground of its own hue, in degrees; 320 × 320, JPEG. */
export async function drawAvatar(face: string, hue: number): Promise<Buffer> {
  const { data, width, height } = await renderSprite({ emoji: face }, SIZE)
  const { data: head, info } = await sharp(data, { raw: { width, height, channels: 4 } })
    .resize(SIZE, Math.round(SIZE * 0.8), { fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const ground = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}"><defs>
<radialGradient id="g" cx=".4" cy=".3" r=".9"><stop offset="0" stop-color="${oklch(0.93, 0.05, hue)}"/><stop offset="1" stop-color="${oklch(0.79, 0.095, hue)}"/></radialGradient>
</defs><rect width="${SIZE}" height="${SIZE}" fill="url(#g)"/></svg>`
  const layer = {
    input: head,
    raw: { width: info.width, height: info.height, channels: 4 as const },
    left: Math.round((SIZE - info.width) / 2),
    top: Math.round((SIZE - info.height) / 2 + 10),
  }
  return sharp(Buffer.from(ground)).composite([layer]).jpeg({ quality: 92 }).toBuffer()
}
