import { limits } from '#shared/limits.ts'

/** A six-digit code that is on its way to somebody. */
export interface SentCode {
  email: string
  /** Milliseconds since the epoch. */
  sentAt: number
  /** Seconds from then until the code is worth nothing, and until another may be asked for. */
  expiresIn: number
  resendIn: number
}

/** Notes when an answer that a code was sent came in. */
export function noteSent(answer: { email: string; expiresIn: number; resendIn: number }): SentCode {
  return { ...answer, sentAt: Date.now() }
}

/** A code that was sent without an answer that gives its times. */
export function codeJustSent(email: string): SentCode {
  return noteSent({ email, expiresIn: limits.code.lifetime, resendIn: limits.code.resendWait })
}
