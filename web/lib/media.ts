/** A stored small size of one of Oja's own pictures, as WebP; other addresses, and smaller sizes, are returned unchanged. */
export function thumbnailUrl(url: string, width: 160 | 320 = 160): string {
  return url.replace(/(\/media\/photos\/[0-9a-f-]{36}\/)(\d+)(\.webp)$/, (whole, path, stored, ending) =>
    Number(stored) > width ? `${path}${width}${ending}` : whole,
  )
}

/** Frees a picture's object URL after two seconds: an image may still be loading it, or its successor. */
export function revokeLater(address: string): void {
  setTimeout(() => URL.revokeObjectURL(address), 2000)
}
