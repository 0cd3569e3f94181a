/**
 * The stored widths of a picture in pixels, from thumbnails to desktops; a smaller picture is also stored at
 * its own width.
 */
const standardWidths = [160, 320, 640, 960, 1600] as const

/** The box in pixels that the largest size fits in; a tall picture is narrower than 1600. */
export const largestPhoto = { width: 1600, height: 2400 } as const

/** The width of the one size for a plain `<img src>` and a shared link. */
const plainWidth = 960

export type PhotoFormat = 'avif' | 'webp' | 'jpg'

const ownPhoto = /^(.*?\/media\/photos\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/\d+\.webp$/

/** The stored widths of a picture whose largest size is `width` pixels wide, ascending. */
export function photoWidths(width: number): number[] {
  return [...standardWidths.filter((standard) => standard < width), width]
}

/** The storage key of one size of a picture; its address is `/media/` and this. */
export function photoKey(id: string, width: number, format: PhotoFormat): string {
  return `photos/${id}/${width}.${format}`
}

/** The one address of a picture in the database and the API: `/media/photos/<id>/<width>.webp`. */
export function photoUrl(id: string, largestWidth: number): string {
  return `/media/${photoKey(id, Math.min(largestWidth, plainWidth), 'webp')}`
}

/** The uses of a picture, with the range of widths in pixels to offer for each. */
export type PhotoUse = keyof typeof offered
const offered = { thumb: [160, 320], card: [320, 640], large: [640, 1600] } as const
/** The same with data saver. A large one of 320 is the picture of the card that led to it, and costs nothing. */
const offeredSaving = { thumb: [160, 160], card: [320, 320], large: [320, 640] } as const

export interface PhotoSources {
  /** WebP, for `<img src>`: the smallest sufficient size, for browsers without AVIF. */
  src: string
  /** For `<source type="image/avif" srcSet>`; undefined for a picture on another image host. */
  avifSrcSet: string | undefined
}

/**
 * The attributes of a `<picture>` for a photo from the API; with `saving` the smaller widths for its use.
 * Widths are real pixels: add `sizes`.
 */
export function photoSources(
  photo: { url: string; width: number | null },
  use: PhotoUse,
  saving = false,
): PhotoSources {
  const { url, width } = photo
  const base = ownPhoto.exec(url)?.[1]
  if (!base || !width) return { src: url, avifSrcSet: undefined }
  const [min, max] = (saving ? offeredSaving : offered)[use]
  const widths = widthsBetween(photoWidths(width), min, max)
  const avifSrcSet = widths.map((size) => `${base}/${size}.avif ${size}w`).join(', ')
  return { src: `${base}/${widths[0]}.webp`, avifSrcSet }
}

/** The widths in a range, or the nearest below, or the smallest of all; never none. */
function widthsBetween(widths: number[], min: number, max: number): number[] {
  const between = widths.filter((width) => width >= min && width <= max)
  return between.length > 0 ? between : [widths.findLast((width) => width <= max) ?? widths[0] ?? min]
}

/**
 * The picture for og:image: a JPEG under 300 KB, since link previews (WhatsApp) do not support AVIF and not
 * all support WebP.
 */
export function sharedPhotoUrl(url: string): string {
  return ownPhoto.test(url) ? url.replace(/\.webp$/, '.jpg') : url
}

/** The size in pixels of the picture at `sharedPhotoUrl`; null where it is unknown. */
export function sharedPhotoSize(photo: { url: string; width?: number | null; height?: number | null }) {
  const { url, width, height } = photo
  if (!width || !height) return null
  const shown = ownPhoto.test(url) ? Math.min(width, plainWidth) : width
  return { width: shown, height: Math.round((height * shown) / width) }
}
