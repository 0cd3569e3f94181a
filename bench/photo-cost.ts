import { availableParallelism } from 'node:os'
import sharp from 'sharp'
import { processPhoto } from '#server/features/uploads/photo-processing.ts'
import { noisePhoto } from '#tests/support/noise-photo.ts'

/**
 * Measures the processing of a 12-megapixel photo: `node bench/photo-cost.ts`; docs/decisions/005-photos.md has
 * the figures.
 */
const width = 4000
const height = 3000

async function timed<T>(work: () => Promise<T>): Promise<[ms: number, result: T]> {
  const start = performance.now()
  const result = await work()
  return [Math.round(performance.now() - start), result]
}

async function compareEncoders(photo: Buffer): Promise<void> {
  const largest = await sharp(photo).resize({ width: 1600 }).png({ compressionLevel: 0 }).toBuffer()
  for (const size of [320, 640, 960, 1600]) {
    const picture = () => sharp(largest).resize({ width: size })
    const rows = {
      'webp q78 effort 2': () => picture().webp({ quality: 78, effort: 2 }),
      'webp q78 effort 4': () => picture().webp({ quality: 78, effort: 4 }),
      'avif q50 effort 0': () => picture().avif({ quality: 50, effort: 0 }),
      'avif q50 effort 1': () => picture().avif({ quality: 50, effort: 1 }),
      'avif q50 effort 2': () => picture().avif({ quality: 50, effort: 2 }),
      'avif q50 effort 4': () => picture().avif({ quality: 50, effort: 4 }),
    }
    for (const [name, make] of Object.entries(rows)) {
      const [ms, bytes] = await timed(() => make().toBuffer())
      console.log(`${String(size).padStart(5)} ${name}: ${ms} ms, ${Math.round(bytes.length / 1000)} KB`)
    }
  }
}

const photo = await noisePhoto(width, height)
console.log(`${width} × ${height}, ${Math.round(photo.length / 1000)} KB, ${availableParallelism()} cores`)
await compareEncoders(photo)
for (let run = 1; run <= 5; run += 1) {
  const [ms, { files }] = await timed(() => processPhoto(photo))
  const kilobytes = Math.round(files.reduce((sum, file) => sum + file.bytes.length, 0) / 1000)
  console.log(`all ${files.length} files: ${ms} ms, ${kilobytes} KB`)
}
console.log(`memory: ${Math.round(process.memoryUsage.rss() / 1e6)} MB`)
