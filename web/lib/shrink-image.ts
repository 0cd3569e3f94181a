import { drawSmall, loadImage } from './draw-image.ts'
import { UploadError } from './upload.ts'

/** A picture that exceeds one of these is made smaller before the upload. */
const shrinkAbove = { side: 2560, bytes: 1.5 * 1024 * 1024 }

/** Smaller files are not worth it. */
const skipBelowBytes = 300 * 1024

const readable = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']

let previous: Promise<unknown> = Promise.resolve()

/**
 * A smaller, upright copy of a large picture. Returns the file itself if it is small, of a type that browsers do not decode, or
 * cannot be drawn. A HEIC picture becomes a JPEG. Rejects with UploadError where that cannot be (heic-image.ts), or the device no longer has
 * the file. One at a time: a photo of a phone has 50 MB and more when decoded.
 */
export async function shrinkImage(file: File): Promise<Blob> {
  // By its first bytes: names and types of HEIC files are often missing or wrong.
  const start = await file.slice(4, 12).text().catch(refuseUnreadable)
  if (/^ftyp(he[iv]|mif1|msf1)/.test(start)) return (await import('./heic-image.ts')).heicToJpeg(file)
  if (file.size <= skipBelowBytes || !readable.includes(file.type)) return file
  const result = previous.then(() => shrink(file)).catch(() => file)
  previous = result
  return result
}

async function shrink(file: File): Promise<Blob> {
  const address = URL.createObjectURL(file)
  try {
    const image = await loadImage(address)
    const longer = Math.max(image.naturalWidth, image.naturalHeight)
    if (longer <= shrinkAbove.side && file.size <= shrinkAbove.bytes) return file
    const copy = await drawSmall(image)
    return copy && copy.size < file.size ? copy : file
  } finally {
    URL.revokeObjectURL(address)
  }
}

/** It was moved or deleted since it was chosen, or is in the gallery's cloud and the line is down. */
function refuseUnreadable(): never {
  throw new UploadError('refused', 'This device can no longer read the picture. Choose it again.')
}
