/** A small kept size of one of our own pictures, as WebP; any other address, and what is smaller already, as it is. */
export function thumbnailUrl(url: string, least: 160 | 320 = 160): string {
  return url.replace(/(\/media\/photos\/[0-9a-f-]{36}\/)(\d+)(\.webp)$/, (whole, path, width, ending) =>
    Number(width) > least ? `${path}${least}${ending}` : whole,
  )
}
