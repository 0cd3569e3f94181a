/** Widths in pixels that a picture is kept at, for phones and desktops; a smaller picture also at its own width. */
const standardWidths = [320, 640, 960, 1600] as const

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

export interface PhotoSources {
  /** For `<img src>`: works everywhere. */
  src: string
  /** For `<source type="image/avif" srcSet>`; undefined where another image host keeps the picture. */
  avifSrcSet: string | undefined
  /** For `<source type="image/webp" srcSet>`; undefined where another image host keeps the picture. */
  webpSrcSet: string | undefined
}

/** What a `<picture>` needs, from a photo as the API gives it. Widths are real pixels: add `sizes`. */
export function photoSources(photo: { url: string; width: number | null }): PhotoSources {
  const { url, width } = photo
  const base = ownPhoto.exec(url)?.[1]
  if (!base || !width) return { src: url, avifSrcSet: undefined, webpSrcSet: undefined }
  const srcSet = (format: PhotoFormat) =>
    photoWidths(width)
      .map((size) => `${base}/${size}.${format} ${size}w`)
      .join(', ')
  return { src: url, avifSrcSet: srcSet('avif'), webpSrcSet: srcSet('webp') }
}

/** The picture for og:image: a JPEG under 300 KB, since link previews (WhatsApp) do not read AVIF and not all read WebP. */
export function sharedPhotoUrl(url: string): string {
  return ownPhoto.test(url) ? url.replace(/\.webp$/, '.jpg') : url
}
