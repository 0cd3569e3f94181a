export interface SentCode {
  /** An e-mail address or a phone number. */
  to: string
  /** Milliseconds since the epoch. */
  sentAt: number
  /** Seconds from then until the code expires, and until another one may be requested. */
  expiresIn: number
  resendIn: number
}

/** Adds the time at which the response arrived. */
export function noteSent(
  to: string,
  { expiresIn, resendIn }: Pick<SentCode, 'expiresIn' | 'resendIn'>,
): SentCode {
  return { to, sentAt: Date.now(), expiresIn, resendIn }
}
