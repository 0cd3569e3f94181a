import { drawSmall, loadImage } from './draw-image.ts'
import { UploadError } from './upload.ts'

/** A HEIC picture as a JPEG, where the browser decodes it (Safari); elsewhere rejects with what to do. */
export async function heicToJpeg(file: File): Promise<Blob> {
  const address = URL.createObjectURL(file)
  const picture = await loadImage(address)
    .then(drawSmall)
    .catch(() => null)
  URL.revokeObjectURL(address)
  if (picture) return picture
  throw new UploadError(
    'refused',
    'This browser cannot open HEIC photos. Save it as JPEG first; an iPhone takes JPEG after Settings, Camera, Formats, Most Compatible.',
  )
}
