export type PhotoType = 'jpeg' | 'png' | 'webp' | 'avif' | 'heic'

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx']
const avifBrands = ['avif', 'avis']

/** The type of a picture by its first bytes, whatever its file name; null for unsupported types. */
export function photoType(bytes: Buffer): PhotoType | null {
  if (bytes.length < 12) return null
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg'
  if (bytes.subarray(0, 8).equals(pngSignature)) return 'png'
  const text = (from: number, to: number) => bytes.toString('latin1', from, to)
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp'
  if (text(4, 8) !== 'ftyp') return null
  const brands = fileBrands(bytes)
  if (brands.some((brand) => avifBrands.includes(brand))) return 'avif'
  return brands.some((brand) => heicBrands.includes(brand)) ? 'heic' : null
}

/** The major and the compatible brands of an ISO media file (its `ftyp` box). */
function fileBrands(bytes: Buffer): string[] {
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 256)
  const brands = [bytes.toString('latin1', 8, 12)]
  for (let at = 16; at + 4 <= end; at += 4) brands.push(bytes.toString('latin1', at, at + 4))
  return brands
}
