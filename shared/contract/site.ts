import { z } from 'zod'
import { endpoints } from '../endpoint.ts'

/** The browser's configuration of this installation. */
export const SiteConfig = z.object({
  /** Where photos are uploaded to, and the preset that goes with them. */
  uploadUrl: z.string(),
  uploadPreset: z.string(),
  /** Whether the create form's test hook polls `window.__testPhotos`. */
  testHooks: z.boolean(),
  /** The operator's address. */
  supportEmail: z.string(),
  /** Whether text messages can be sent, and so phone numbers verified. */
  phoneVerification: z.boolean(),
})
export type SiteConfig = z.output<typeof SiteConfig>

export const site = endpoints({
  'GET /api/site': {
    summary: 'Settings of this installation that the browser needs',
    access: 'anyone',
    response: SiteConfig,
  },
})
