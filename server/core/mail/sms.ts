import { join } from 'node:path'
import type { Env } from '#server/env.ts'
import { privateFiles } from './private-files.ts'

export interface Sms {
  /** E.164. */
  to: string
  text: string
  /** A newer message with the same key replaces one that still waits to be sent. */
  key?: string
  /** ISO 8601. After this time the message is useless and is not sent. */
  expiresAt?: string
}

export interface SmsSender {
  /** Sends now; rejects if the gateway refuses the message. */
  deliver(sms: Sms): Promise<void>
}

/** Milliseconds until an unresponsive gateway counts as unavailable. */
const sendTimeout = 15_000

/** Whether messages reach phones, or in a trial a folder that the operator can read. */
export function canSendSms(env: Env): boolean {
  return env.SMS_URL !== undefined || env.NODE_ENV !== 'production'
}

/**
 * Sends text messages through the gateway of `SMS_URL`; without it, writes each to a file in `DATA_DIR/sms`.
 */
export function createSmsSender(env: Env, log: (line: string) => void): SmsSender {
  return env.SMS_URL ? gateway(env.SMS_URL) : smsFiles(env, log)
}

function gateway(address: string): SmsSender {
  const url = new URL(address)
  const name = decodeURIComponent(url.username)
  const secret = decodeURIComponent(url.password)
  url.username = ''
  url.password = ''
  const credentials = Buffer.from(`${name}:${secret}`).toString('base64')
  return {
    async deliver({ to, text }) {
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(name || secret ? { authorization: `Basic ${credentials}` } : {}),
        },
        body: JSON.stringify({ to, text }),
        // The credentials and the code must not follow a redirect to another address.
        redirect: 'error',
        signal: AbortSignal.timeout(sendTimeout),
      })
      await answer.body?.cancel()
      const { ok, status } = answer
      if (!ok) throw Object.assign(new Error(`the SMS gateway answered ${status}`), { status })
    },
  }
}

function smsFiles(env: Env, log: (line: string) => void): SmsSender {
  const write = privateFiles(join(env.DATA_DIR, 'sms'))
  return {
    async deliver({ to, text }) {
      const file = await write(`${to.replace(/[^+\d]/g, '_')}.txt`, `${text}\n`)
      log(`SMS_URL is not set: a text message is in ${file}`)
    },
  }
}
