/** A six-digit code that is on its way to somebody. */
export interface SentCode {
  /** An e-mail address or a phone number. */
  to: string
  /** Milliseconds since the epoch. */
  sentAt: number
  /** Seconds from then until the code is worth nothing, and until another may be asked for. */
  expiresIn: number
  resendIn: number
}

/** Notes when an answer that a code was sent came in. */
export function noteSent(
  to: string,
  { expiresIn, resendIn }: Pick<SentCode, 'expiresIn' | 'resendIn'>,
): SentCode {
  return { to, sentAt: Date.now(), expiresIn, resendIn }
}
