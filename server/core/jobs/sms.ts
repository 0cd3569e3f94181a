import { join } from 'node:path'
import type { Env } from '../../env.ts'
import { closeToOthers, writePrivateFile } from '../private-file.ts'

export interface Sms {
  /** E.164. */
  to: string
  text: string
  /** A newer message with the same key takes the place of one that still waits to be sent. */
  key?: string
  /** ISO 8601. After this moment the message is of no use and is not sent. */
  expiresAt?: string
}

export interface SmsSender {
  /** Sends now; rejects where the gateway does not take the message. */
  deliver(sms: Sms): Promise<void>
}

/** Milliseconds until a gateway that does not answer counts as away. */
const patience = 15_000

/** Whether messages reach phones, or at least a folder that whoever tries Oja out can read. */
export function canSendSms(env: Env): boolean {
  return env.SMS_URL !== undefined || env.NODE_ENV !== 'production'
}

/** Text messages through the gateway of `SMS_URL`, or without it one file each in `DATA_DIR/sms`. */
export function createSmsSender(env: Env, log: (line: string) => void): SmsSender {
  return env.SMS_URL ? gateway(env.SMS_URL) : outbox(env, log)
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
        // Credentials and code are meant for this address, and for none that it names.
        redirect: 'error',
        signal: AbortSignal.timeout(patience),
      })
      await answer.body?.cancel()
      const { ok, status } = answer
      if (!ok) throw Object.assign(new Error(`the SMS gateway answered ${status}`), { status })
    },
  }
}

function outbox(env: Env, log: (line: string) => void): SmsSender {
  const folder = join(env.DATA_DIR, 'sms')
  const closed = closeToOthers(folder)
  let lastTime = 0
  return {
    async deliver({ to, text }) {
      // Two messages of one millisecond still get two names, in order.
      lastTime = Math.max(Date.now(), lastTime + 1)
      const name = `${new Date(lastTime).toISOString().replaceAll(':', '-')}-${to.replace(/[^+\d]/g, '_')}.txt`
      await closed
      await writePrivateFile(folder, name, `${text}\n`)
      log(`SMS_URL is not set: a text message lies in ${join(folder, name)}`)
    },
  }
}
