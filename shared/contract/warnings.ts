import { z } from 'zod'

/** The kind of scam that a message resembles. The texts are in `web/features/chat/warning-texts.ts`. */
export const WarningKind = z.enum([
  'advance-payment',
  'inspection-fee',
  'fake-courier',
  'fake-escrow',
  'fake-alert',
  'overpayment',
  'phishing-link',
  'asks-for-code',
  'impersonates-oja',
  'impersonates-authority',
  'third-party-account',
  'gift-cards-crypto',
  'job-investment',
  'pressure',
  'off-platform',
  'triangle',
])
export type WarningKind = z.output<typeof WarningKind>

export const Warning = z.object({
  kind: WarningKind,
  /** Words of the sender's messages that led to the warning, at most three; may be empty. */
  seen: z.array(z.string()),
})
export type Warning = z.output<typeof Warning>
