/** The smallest kept size of one of our own pictures, for thumbnails; any other address as it is. */
export function thumbnailUrl(url: string): string {
  return url.replace(/(\/media\/photos\/[0-9a-f-]{36}\/)(\d+)(\.webp)$/, (whole, path, width, ending) =>
    Number(width) > 320 ? `${path}320${ending}` : whole,
  )
}
