import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { PushPayload, PushSubscription } from '#shared/contract/push.ts'

interface ReceivedPush {
  headers: IncomingHttpHeaders
  /** What the browser's service worker would read. */
  data: PushPayload
  /** The claims of the sender's signed token, which was verified. */
  sender: { aud: string; exp: number; sub: string; key: string }
}

/** A push service on this machine, with the browsers behind it: it decrypts what it gets as they do. */
export interface PushReceiver {
  origin: string
  /** What a browser would send to Oja when somebody turns push on. */
  subscribe(): PushSubscription
  /** What this subscription received, the first first. */
  received(subscription: PushSubscription): ReceivedPush[]
  /** Requests, refused ones too. */
  requests: number
  /** Answers the next requests instead of taking them. */
  answerWith: { status: number; headers?: Record<string, string>; text?: string } | null
  close(): Promise<void>
}

export async function startPushReceiver(): Promise<PushReceiver> {
  const browsers = new Map<string, { keys: Keys; received: ReceivedPush[] }>()
  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const receiver: PushReceiver = {
    origin,
    subscribe() {
      const keys = makeKeys()
      const path = `/push/${randomBytes(16).toString('base64url')}`
      browsers.set(path, { keys, received: [] })
      return pushSubscription(origin + path, keys)
    },
    received: ({ endpoint }) => browsers.get(new URL(endpoint).pathname)?.received ?? [],
    requests: 0,
    answerWith: null,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return receiver

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    receiver.requests += 1
    const body = await buffer(request)
    const browser = browsers.get(request.url ?? '')
    const answer: PushReceiver['answerWith'] = receiver.answerWith ?? { status: browser ? 201 : 404 }
    if (browser && answer.status === 201) {
      const data = JSON.parse(decrypt(body, browser.keys))
      browser.received.push({ headers: request.headers, data, sender: readSender(request.headers) })
    }
    response.writeHead(answer.status, answer.headers).end(answer.text)
  }
}

/** A subscription as a browser sends it; by default at a push service that nothing calls. */
export function pushSubscription(
  endpoint = `https://push.example.com/${randomBytes(16).toString('base64url')}`,
  { curve, auth } = makeKeys(),
): PushSubscription {
  return {
    endpoint,
    keys: { p256dh: curve.getPublicKey('base64url'), auth: auth.toString('base64url') },
  }
}

type Keys = ReturnType<typeof makeKeys>

function makeKeys() {
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  return { curve, auth: randomBytes(16) }
}

/** RFC 8188 with the keys of RFC 8291: salt, record size, the sender's public key, and one record. */
function decrypt(body: Buffer, { curve, auth }: Keys): string {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const senderKey = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  const derive = (secret: Buffer, saltOf: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, saltOf, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), senderKey])
  const secret = derive(curve.computeSecret(senderKey), auth, info, 32)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  // The last record ends with a 2 and zeros.
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

/** Verifies `Authorization: vapid t=<token>, k=<public key>` (RFC 8292). */
function readSender({ authorization = '' }: IncomingHttpHeaders): ReceivedPush['sender'] {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  const [head, claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const isValid = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isValid) throw new Error('The signature of the sender is wrong.')
  return { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), key }
}
