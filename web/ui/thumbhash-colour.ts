/**
 * The average colour of a picture, from the first three bytes of its thumbhash (base64): cheaper than drawing the hash, and
 * identical on the server. https://evanw.github.io/thumbhash/
 */
export function averageColour(thumbhash: string | null): string | undefined {
  if (!thumbhash) return undefined
  const bytes = atob(thumbhash.slice(0, 4))
  const header = bytes.charCodeAt(0) | (bytes.charCodeAt(1) << 8) | (bytes.charCodeAt(2) << 16)
  const lightness = (header & 63) / 63
  const yellowBlue = ((header >> 6) & 63) / 31.5 - 1
  const redGreen = ((header >> 12) & 63) / 31.5 - 1
  const blue = lightness - (2 / 3) * yellowBlue
  const red = (3 * lightness - blue + redGreen) / 2
  const green = red - redGreen
  const channel = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 255)
  return `rgb(${channel(red)} ${channel(green)} ${channel(blue)})`
}
