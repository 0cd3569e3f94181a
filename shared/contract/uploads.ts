import { z } from 'zod'
import { endpoints } from '../endpoint.ts'

/**
 * Picture types to offer in a file chooser. HEIC is left out although the server takes it where its decoder can:
 * a phone that is not offered HEIC turns its own pictures into JPEG by itself.
 */
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const

/** The answer of an image host, ours or another: another one sends `secure_url` only, and fields of its own. */
export const UploadedPhoto = z.object({
  /** Absolute address of the picture. */
  secure_url: z.string(),
  /** Pixels of the largest size kept, upright. */
  width: z.number().int(),
  height: z.number().int(),
  /** A thumbhash, base64. */
  placeholder: z.string(),
})
export type UploadedPhoto = z.output<typeof UploadedPhoto>

/** How an upload fails, here as on other image hosts: the one endpoint whose errors are not problem details. */
export interface UploadFailure {
  error: { message: string }
}

export const uploads = endpoints({
  'POST /api/uploads': {
    summary:
      'Upload one picture: a multipart form with `file` and `upload_preset`. An error is {error: {message}}',
    access: 'user',
    limit: 'upload',
    response: UploadedPhoto,
  },
})
