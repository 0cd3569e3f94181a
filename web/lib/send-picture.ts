import { api } from './api.ts'
import { shrinkImage } from './shrink-image.ts'
import { uploadPhoto } from './upload.ts'

/**
 * Makes a chosen picture smaller and uploads it; resolves with its address. `onProgress` gets the fraction sent. Rejects with ApiError, and
 * like `uploadPhoto`.
 */
export async function sendPicture(
  file: File,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<string> {
  const [host, small] = await Promise.all([api('GET /api/site'), shrinkImage(file)])
  return uploadPhoto({ host, file: small, fileName: file.name, onProgress, signal })
}
