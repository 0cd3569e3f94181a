import { formatBytes } from '#shared/bytes.ts'
import { limits } from '#shared/limits.ts'
import { api } from './api.ts'
import { shrinkImage } from './shrink-image.ts'
import { UploadError, uploadPhoto } from './upload.ts'

/**
 * Makes a chosen picture smaller and uploads it; resolves with its address. `onProgress` gets the fraction sent. Rejects with ApiError,
 * UploadError (also where it is too large), or an AbortError.
 */
export async function sendPicture(
  file: File,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<string> {
  const [host, small] = await Promise.all([api('GET /api/site'), shrinkImage(file)])
  signal.throwIfAborted()
  if (small.size > limits.photoBytes)
    throw new UploadError(
      'refused',
      `This picture is larger than ${formatBytes(limits.photoBytes)}. Please choose a smaller one.`,
    )
  return uploadPhoto({ host, file: small, fileName: file.name, onProgress, signal })
}
