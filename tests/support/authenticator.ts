import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { NewCredential, UsedCredential } from '#server/features/auth/webauthn.ts'

/** Deliberate faults. */
interface Lies {
  origin?: string
  rpId?: string
  /** The device did not verify its user by a finger, a face or a number. */
  unverified?: boolean
  counter?: number
}

/** A device with one passkey (P-256), which signs without asking. */
export class Authenticator {
  readonly id = randomBytes(16)
  readonly #origin: string
  readonly #privateKey: KeyObject
  readonly #publicKey: KeyObject
  #counter = 0

  constructor(origin: string) {
    this.#origin = origin
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#privateKey = pair.privateKey
    this.#publicKey = pair.publicKey
  }

  /** The public key as COSE, in the stored form. */
  get publicKey(): Buffer {
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' })
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
      [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
    ])
    return Buffer.from(isoCBOR.encode(key))
  }

  /** The response of `navigator.credentials.create`. */
  create(challenge: string, lies: Lies = {}): NewCredential {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.id.length)
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, this.publicKey])
    const attestationObject = isoCBOR.encode(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', Uint8Array.from(Buffer.concat([this.#authData(0x40, lies), attested]))],
      ]) as never,
    )
    return {
      ...this.#name(),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', challenge, lies).toString('base64url'),
        attestationObject: Buffer.from(attestationObject).toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** The response of `navigator.credentials.get`. */
  get(challenge: string, lies: Lies = {}): UsedCredential {
    this.#counter += 1
    const authData = this.#authData(0, lies)
    const clientData = this.#clientData('webauthn.get', challenge, lies)
    const signature = createSign('sha256')
      .update(Buffer.concat([authData, createHash('sha256').update(clientData).digest()]))
      .sign(this.#privateKey)
    return {
      ...this.#name(),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
      },
    }
  }

  #name() {
    const id = this.id.toString('base64url')
    return { id, rawId: id, type: 'public-key' as const }
  }

  #clientData(type: string, challenge: string, { origin }: Lies): Buffer {
    return Buffer.from(
      JSON.stringify({ type, challenge, origin: origin ?? this.#origin, crossOrigin: false }),
    )
  }

  /** The site, the checks (present, verified) and the counter. */
  #authData(more: number, { rpId, unverified, counter }: Lies): Buffer {
    const hash = createHash('sha256')
      .update(rpId ?? new URL(this.#origin).hostname)
      .digest()
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter ?? this.#counter)
    return Buffer.concat([hash, Buffer.from([(unverified ? 0x01 : 0x05) | more]), count])
  }
}
