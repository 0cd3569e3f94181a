import { z } from 'zod'
import { endpoints } from '../endpoint.ts'

/** Picture types that the upload takes, by content and not by name. */
export const photoTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
  'image/heic',
  'image/heif',
] as const

export const UploadedPhoto = z.object({
  secure_url: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  placeholder: z.string(),
})
export type UploadedPhoto = z.output<typeof UploadedPhoto>

export const uploads = endpoints({
  'POST /api/uploads': {
    summary: 'Upload one picture: multipart `file` and `upload_preset`; an error is {error: {message}}',
    access: 'user',
    response: UploadedPhoto,
  },
})
