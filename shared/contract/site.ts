import { z } from 'zod'
import { endpoints } from '../endpoint.ts'

/** What the browser must know of this installation. */
export const SiteConfig = z.object({
  /** Where photos are uploaded to, and the preset that goes with them. */
  uploadUrl: z.string(),
  uploadPreset: z.string(),
  /** The test hook of the create form polls `window.__testPhotos`. */
  testHooks: z.boolean(),
  /** Where people reach whoever runs this installation. */
  supportEmail: z.string(),
  /** Whether text messages can be sent, and so a phone number verified. */
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
