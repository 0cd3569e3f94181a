/** Widths in pixels that a picture is kept at, from thumbnails to desktops; a smaller picture also at its own width. */
const standardWidths = [160, 320, 640, 960, 1600] as const

/** The box in pixels that the largest size fits in; a tall picture is narrower than 1600. */
export const largestPhoto = { width: 1600, height: 2400 } as const

/** The width of the one size that a plain `<img src>` and a shared link use. */
const plainWidth = 960

export type PhotoFormat = 'avif' | 'webp' | 'jpg'

const ownPhoto = /^(.*\/media\/photos\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/\d+\.webp$/

/** All widths at which a picture whose largest size is `width` pixels wide is kept, ascending. */
export function photoWidths(width: number): number[] {
  return [...standardWidths.filter((standard) => standard < width), width]
}

/** Where one size of a picture lies, as a storage key; its address is `/media/` and this. */
export function photoKey(id: string, width: number, format: PhotoFormat): string {
  return `photos/${id}/${width}.${format}`
}

/** The one address of a picture that the database and the API know: `/media/photos/<id>/<width>.webp`. */
export function photoUrl(id: string, largestWidth: number): string {
  return `/media/${photoKey(id, Math.min(largestWidth, plainWidth), 'webp')}`
}

/** What a picture is shown as: the widths in pixels that are worth offering for it, from the least to the most. */
export type PhotoUse = keyof typeof offered
const offered = { thumb: [160, 320], card: [320, 640], large: [640, 1600] } as const

export interface PhotoSources {
  /** WebP, for `<img src>`: the least that will do, where AVIF is not known. */
  src: string
  /** For `<source type="image/avif" srcSet>`; undefined where another image host keeps the picture. */
  avifSrcSet: string | undefined
}

/**
 * What a `<picture>` needs, from a photo as the API gives it; with `saving` only the least width for its use. Widths are real
 * pixels: add `sizes`.
 */
export function photoSources(
  photo: { url: string; width: number | null },
  use: PhotoUse,
  saving = false,
): PhotoSources {
  const { url, width } = photo
  const base = ownPhoto.exec(url)?.[1]
  if (!base || !width) return { src: url, avifSrcSet: undefined }
  const [least, most] = offered[use]
  const widths = widthsBetween(photoWidths(width), least, saving ? least : most)
  const avifSrcSet = widths.map((size) => `${base}/${size}.avif ${size}w`).join(', ')
  return { src: `${base}/${widths[0]}.webp`, avifSrcSet }
}

/** Those between two widths, or the nearest below, or the smallest of all; never none. */
function widthsBetween(widths: number[], least: number, most: number): number[] {
  const between = widths.filter((width) => width >= least && width <= most)
  return between.length > 0 ? between : [widths.findLast((width) => width <= most) ?? widths[0] ?? least]
}

/** The picture for og:image: a JPEG under 300 KB, since link previews (WhatsApp) do not read AVIF and not all read WebP. */
export function sharedPhotoUrl(url: string): string {
  return ownPhoto.test(url) ? url.replace(/\.webp$/, '.jpg') : url
}
