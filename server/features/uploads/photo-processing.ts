import sharp, { type Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { AppError } from '#shared/errors.ts'
import { largestPhoto, type PhotoFormat, photoWidths } from '#shared/photo-sizes.ts'
import { thresholds } from '#shared/thresholds.ts'
import { hashPhoto, type PhotoHashes } from './photo-hash.ts'
import { type PhotoType, photoType } from './photo-type.ts'

/** Maximum pixels of one side: a picture of a million rows takes longer than its pixel count suggests. */
const maxSide = 30_000

// A picture's formats are encoded in parallel; threads inside one encoder would only slow the server down.
sharp.concurrency(1)
sharp.cache(false)

/** sharp lists .heic only if its libheif has an HEVC decoder; the build on npm does not. */
const readsHeic = sharp.format.heif.input.fileSuffix?.includes('.heic') ?? false

/** Seconds until the decoding of a picture is given up. */
const timeoutSeconds = 20

/** Maximum bytes and pixels across of pictures in link previews. */
const previewBytes = 300_000
const previewWidth = 960

interface PhotoFile {
  width: number
  format: PhotoFormat
  bytes: Buffer
}

export interface ProcessedPhoto {
  /** Pixels of the largest size, upright. */
  width: number
  height: number
  /** A thumbhash, base64. */
  placeholder: string
  hashes: PhotoHashes | null
  files: PhotoFile[]
}

interface Pixels {
  data: Buffer
  raw: { width: number; height: number; channels: 3 }
}

/**
 * Makes every size of an uploaded picture: first frame, upright, sRGB, on white, no metadata. A lower
 * `avifEffort` (0 to 9) is faster and makes larger files. Throws UNSUPPORTED_MEDIA_TYPE or
 * UNPROCESSABLE_IMAGE with a sentence for the uploader.
 */
export async function processPhoto(
  bytes: Buffer,
  { avifEffort = 1 }: { avifEffort?: number } = {},
): Promise<ProcessedPhoto> {
  await checkPhoto(bytes)
  const pixels = await decode(bytes)
  const { width, height } = pixels.raw
  const sizes = await Promise.all(photoWidths(width).map((size) => scale(pixels, size)))
  const [avif, webp, preview, placeholder, hashes] = await Promise.all([
    encodeEach(sizes, async (size) => encodeAvif(size, avifEffort)),
    encodeEach(sizes, encodeWebp),
    encodePreview(sizes.findLast(({ raw }) => raw.width <= previewWidth) ?? pixels),
    thumbhash(pixels),
    hashPixels(pixels),
  ])
  return { width, height, placeholder, hashes, files: [...avif, ...webp, preview] }
}

/** Refuses an unsupported picture before any pixel is decoded. */
async function checkPhoto(bytes: Buffer): Promise<void> {
  const type = photoType(bytes)
  if (!type)
    throw new AppError(
      'UNSUPPORTED_MEDIA_TYPE',
      'This is not a picture we can use. Please choose a JPEG, PNG, WebP or AVIF file.',
    )
  if (type === 'heic' && !readsHeic)
    throw new AppError(
      'UNSUPPORTED_MEDIA_TYPE',
      'HEIC pictures cannot be read here. Please save it as JPEG and upload that.',
    )
  const { format, width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw damaged()
    })
  if (format !== decoderOf(type)) throw damaged()
  if (width * height > thresholds.photoPixels)
    throw new AppError(
      'UNPROCESSABLE_IMAGE',
      `This picture has too many pixels (${width} × ${height}). Please make it smaller than ${thresholds.photoPixels / 1_000_000} megapixels.`,
    )
  if (Math.max(width, height) > maxSide)
    throw new AppError(
      'UNPROCESSABLE_IMAGE',
      `This picture is too long (${width} × ${height}). Please cut it to at most ${maxSide} pixels a side.`,
    )
}

function decoderOf(type: PhotoType): string {
  return type === 'avif' || type === 'heic' ? 'heif' : type
}

function damaged(): AppError {
  return new AppError('UNPROCESSABLE_IMAGE', 'This picture is damaged or incomplete. Please choose another.')
}

/** The picture at its largest size as raw pixels, decoded once for all sizes. Pixels have no metadata, such as the place in EXIF. */
async function decode(bytes: Buffer): Promise<Pixels> {
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: thresholds.photoPixels, failOn: 'error' })
      .timeout({ seconds: timeoutSeconds })
      .autoOrient()
      .resize({ ...largestPhoto, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { data, raw: { width: info.width, height: info.height, channels: 3 } }
  } catch {
    throw damaged()
  }
}

/** The picture at one of its widths: scaled once for all formats. */
async function scale(pixels: Pixels, width: number): Promise<Pixels> {
  if (width === pixels.raw.width) return pixels
  const { data, info } = await fromPixels(pixels)
    .resize({ width })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, raw: { width: info.width, height: info.height, channels: 3 } }
}

const fromPixels = ({ data, raw }: Pixels): Sharp => sharp(data, { raw })

/** Sequentially, so that a picture uses one thread per format. */
async function encodeEach(
  sizes: Pixels[],
  encodeOne: (size: Pixels) => Promise<PhotoFile>,
): Promise<PhotoFile[]> {
  const files: PhotoFile[] = []
  for (const size of sizes) files.push(await encodeOne(size))
  return files
}

/**
 * Wider sizes take most of the time, so they are encoded at the lowest effort, and AVIF with 4:2:0 chroma subsampling, as WebP and JPEG
 * have it: a photo is smaller then, a smooth drawing an eighth larger. Lists show smaller AVIF, and only the photo editor opens the largest WebP.
 */
const lowestEffortAbove = { avif: 640, webp: 960 }

/** Qualities and efforts are measured: docs/decisions/005-photos.md and 027-writing.md. */
async function encodeAvif(size: Pixels, usualEffort: number): Promise<PhotoFile> {
  const { width } = size.raw
  const options =
    width > lowestEffortAbove.avif ? { effort: 0, chromaSubsampling: '4:2:0' } : { effort: usualEffort }
  const bytes = await fromPixels(size)
    .avif({ quality: 50, ...options })
    .toBuffer()
  return { width, format: 'avif', bytes }
}

async function encodeWebp(size: Pixels): Promise<PhotoFile> {
  const { width } = size.raw
  const bytes = await fromPixels(size)
    .webp({ quality: 78, effort: width > lowestEffortAbove.webp ? 0 : 2 })
    .toBuffer()
  return { width, format: 'webp', bytes }
}

/** The JPEG for link previews, at the highest quality that stays below their size limit, or at the lowest. */
async function encodePreview(size: Pixels): Promise<PhotoFile> {
  let bytes = Buffer.alloc(0)
  for (const quality of [78, 60, 40]) {
    bytes = await fromPixels(size).jpeg({ quality }).toBuffer()
    if (bytes.length < previewBytes) break
  }
  return { width: size.raw.width, format: 'jpg', bytes }
}

/**
 * Only the hashes, of a picture that is stored or drawn by Oja. Does not check its type and sides, only its pixels. Throws
 * UNPROCESSABLE_IMAGE.
 */
export async function hashUpload(bytes: Buffer): Promise<PhotoHashes | null> {
  return hashPixels(await decode(bytes))
}

async function hashPixels(pixels: Pixels): Promise<PhotoHashes | null> {
  return hashPhoto(fromPixels(pixels), pixels.raw)
}

async function thumbhash(pixels: Pixels): Promise<string> {
  const { data: small, info } = await fromPixels(pixels)
    .resize({ width: 64, height: 64, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, small)).toString('base64')
}
