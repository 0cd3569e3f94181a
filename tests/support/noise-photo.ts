import sharp from 'sharp'

const grains = [
  [8, 60],
  [24, 50],
  [80, 36],
  [250, 26],
  [800, 16],
  [2000, 8],
] as const

/** A JPEG of noise in many sizes, with a spectrum like a real photo's, so that it is as hard to encode. */
export async function noisePhoto(width: number, height: number, quality = 92): Promise<Buffer> {
  const layers = await Promise.all(
    grains.map(async ([side, sigma]) => {
      const noise = { type: 'gaussian' as const, mean: 128, sigma }
      const create = { width: side, height: side, channels: 3 as const, background: '#888', noise }
      const grain = await sharp({ create }).png({ compressionLevel: 0 }).toBuffer()
      const input = await sharp(grain)
        .resize(width, height, { fit: 'fill' })
        .png({ compressionLevel: 0 })
        .toBuffer()
      return { input, blend: 'soft-light' as const }
    }),
  )
  return sharp({ create: { width, height, channels: 3, background: '#7a8c6d' } })
    .composite(layers)
    .jpeg({ quality })
    .toBuffer()
}
