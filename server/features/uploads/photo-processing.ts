import sharp, { type Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { AppError } from '#shared/errors.ts'
import { largestPhoto, type PhotoFormat, photoWidths } from '#shared/photo-sizes.ts'
import { thresholds } from '#shared/thresholds.ts'
import { hashPhoto, type PhotoHashes } from './photo-hash.ts'
import { type PhotoType, photoType } from './photo-type.ts'

/** Maximum pixels of one side: a picture of a million rows takes longer than its pixel count suggests. */
const maxSide = 30_000

// A picture's sizes are encoded in parallel; threads inside one encoder would only slow the server down.
sharp.concurrency(1)
sharp.cache(false)

/** sharp lists .heic only if its libheif has an HEVC decoder; the build on npm does not. */
const readsHeic = sharp.format.heif.input.fileSuffix?.includes('.heic') ?? false

/** Seconds until the decoding of a picture is given up. */
const timeoutSeconds = 20

/** Maximum bytes of pictures in link previews. */
const previewBytes = 300_000

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
  const widths = photoWidths(width)
  const [avif, webp, preview, placeholder, hashes] = await Promise.all([
    encodeEach(widths, async (size) => encodeAvif(pixels, size, avifEffort)),
    encodeEach(widths, async (size) => encodeWebp(pixels, size)),
    encodePreview(pixels),
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

/** The picture at its largest size as raw pixels: decoded once for all sizes. */
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

function resized({ data, raw }: Pixels, width: number): Sharp {
  return sharp(data, { raw }).resize({ width })
}

/** Sequentially, so that a picture uses one thread per format. */
async function encodeEach(
  widths: number[],
  encodeOne: (width: number) => Promise<PhotoFile>,
): Promise<PhotoFile[]> {
  const files: PhotoFile[] = []
  for (const width of widths) files.push(await encodeOne(width))
  return files
}

/** Qualities and efforts are measured: docs/decisions/005-photos.md. */
async function encodeAvif(pixels: Pixels, width: number, effort: number): Promise<PhotoFile> {
  const bytes = await resized(pixels, width).avif({ quality: 50, effort }).toBuffer()
  return { width, format: 'avif', bytes }
}

async function encodeWebp(pixels: Pixels, width: number): Promise<PhotoFile> {
  const bytes = await resized(pixels, width).webp({ quality: 78, effort: 2 }).toBuffer()
  return { width, format: 'webp', bytes }
}

/** The JPEG for link previews, at the highest quality that stays below their size limit. */
async function encodePreview(pixels: Pixels): Promise<PhotoFile> {
  const width = Math.min(pixels.raw.width, 960)
  let bytes = Buffer.alloc(0)
  for (const quality of [78, 60, 40]) {
    bytes = await resized(pixels, width).jpeg({ quality }).toBuffer()
    if (bytes.length < previewBytes) break
  }
  return { width, format: 'jpg', bytes }
}

/** The hashes of any picture that can be uploaded, alone; for older photos and measurements. Throws as `processPhoto` does. */
export async function hashUpload(bytes: Buffer): Promise<PhotoHashes | null> {
  return hashPixels(await decode(bytes))
}

async function hashPixels({ data, raw }: Pixels): Promise<PhotoHashes | null> {
  return hashPhoto(sharp(data, { raw }), raw)
}

async function thumbhash({ data, raw }: Pixels): Promise<string> {
  const { data: small, info } = await sharp(data, { raw })
    .resize({ width: 64, height: 64, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, small)).toString('base64')
}
