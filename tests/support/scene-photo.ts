import sharp from 'sharp'

/** A JPEG of a made-up scene: each seed gives another arrangement of surfaces and things. */
export async function scenePhoto(seed: number, width = 640, height = 480): Promise<Buffer> {
  let state = seed * 2_654_435_761 + 1
  const random = (max: number) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0
    return (state / 2 ** 32) * max
  }
  const colour = () => `hsl(${random(360)} ${20 + random(60)}% ${15 + random(70)}%)`
  const things = Array.from({ length: 14 }, (_, n) =>
    n % 2 === 0
      ? `<ellipse cx="${random(width)}" cy="${random(height)}" rx="${20 + random(width / 4)}" ry="${20 + random(height / 4)}" fill="${colour()}"/>`
      : `<rect x="${random(width)}" y="${random(height)}" width="${30 + random(width / 3)}" height="${30 + random(height / 3)}" fill="${colour()}" transform="rotate(${random(60)})"/>`,
  )
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="${colour()}"/>
    <rect y="${height * (0.4 + random(0.3))}" width="100%" height="100%" fill="${colour()}"/>${things.join('')}</svg>`
  return sharp(Buffer.from(picture)).jpeg({ quality: 90 }).toBuffer()
}
