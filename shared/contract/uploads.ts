import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { limits } from '../limits.ts'

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
const UploadFailure = z.object({ error: z.object({ message: z.string() }) })
export type UploadFailure = z.output<typeof UploadFailure>

export const uploads = endpoints({
  'POST /api/uploads': {
    summary: 'Upload one picture. The `upload_preset` is the one of GET /api/site',
    access: 'user',
    changes: [],
    diskSpace: 'pictures',
    limit: 'upload',
    form: z.object({ file: z.file().max(limits.photoBytes), upload_preset: z.string() }),
    response: UploadedPhoto,
    failure: UploadFailure,
    errors: { UNPROCESSABLE_IMAGE: 'The picture is damaged, or has too many pixels.' },
  },
})
