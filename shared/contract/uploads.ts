import { z } from 'zod'
import { endpoints } from '../endpoint.ts'

/**
 * Picture types to offer in a file chooser. HEIC is left out, although a server with the decoder accepts it:
 * if HEIC is not offered, phones convert their pictures to JPEG.
 */
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const

/** The response of an image host, Oja's or another: another one has `secure_url` and fields of its own. */
export const UploadedPhoto = z.object({
  /** Absolute address of the picture. */
  secure_url: z.string(),
  /** Pixels of the largest stored size, upright. */
  width: z.number().int(),
  height: z.number().int(),
  /** A thumbhash, base64. */
  placeholder: z.string(),
})
export type UploadedPhoto = z.output<typeof UploadedPhoto>

/**
 * The body of a failed upload, in the form of other image hosts: the only endpoint whose errors are not
 * problem details.
 */
export interface UploadFailure {
  error: { message: string }
}

export const uploads = endpoints({
  'POST /api/uploads': {
    summary:
      'Upload one picture: a multipart form with `file` and `upload_preset`. An error is {error: {message}}',
    access: 'user',
    changes: [],
    diskSpace: 'pictures',
    limit: 'upload',
    response: UploadedPhoto,
  },
})
