import { createHash } from 'node:crypto'
import type { Contract } from '#shared/contract/index.ts'
import type { ParsedRequestOf, ResponseOf } from '#shared/endpoint.ts'
import { PRODUCT_NAME } from '#shared/limits.ts'

/** A browser's response to a request to create or use a passkey. */
export type NewCredential = ParsedRequestOf<Contract['POST /api/settings/passkeys']>['body']['credential']
export type UsedCredential = ParsedRequestOf<Contract['POST /api/auth/passkey']>['body']['credential']

type CreationOptions = ResponseOf<Contract['POST /api/settings/passkeys/options']>
type RequestOptions = ResponseOf<Contract['POST /api/auth/passkey/options']>

/**
 * Two hundred modules, loaded when the first passkey is made or used, so that a start does not wait for them.
 */
const library = () => import('@simplewebauthn/server')

interface Known {
  credentialId: string
  transports: string[]
}

/** Ed25519, P-256 and RSA with SHA-256, which devices support. */
const algorithms = [-8, -7, -257]
/** Milliseconds that the browser waits for its user. */
const timeout = 300_000

const toName = ({ credentialId: id, transports }: Known) => ({ id, type: 'public-key' as const, transports })

export async function creationOptions(
  origin: string,
  user: { id: number; email: string; fullName: string },
  known: Known[],
): Promise<CreationOptions> {
  const options = await (await library()).generateRegistrationOptions({
    rpName: PRODUCT_NAME,
    rpID: new URL(origin).hostname,
    userName: user.email,
    userDisplayName: user.fullName,
    // A hash, so that the device does not reveal its owner.
    userID: Uint8Array.from(createHash('sha256').update(`oja passkey of ${user.id}`).digest()),
    timeout,
    supportedAlgorithmIDs: algorithms,
  })
  return {
    challenge: options.challenge,
    rp: { id: new URL(origin).hostname, name: PRODUCT_NAME },
    user: options.user,
    pubKeyCredParams: options.pubKeyCredParams,
    timeout,
    attestation: 'none',
    excludeCredentials: known.map(toName),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  }
}

/** The new passkey; null if the response is not a user-verified one to this challenge and origin. */
export async function readNewCredential(origin: string, challenge: string, credential: NewCredential) {
  try {
    const { verified, registrationInfo } = await (await library()).verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: new URL(origin).hostname,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified) return null
    const { id, publicKey, counter } = registrationInfo.credential
    return {
      credentialId: id,
      publicKey,
      counter,
      transports: credential.response.transports ?? [],
      isSynced: registrationInfo.credentialBackedUp,
    }
  } catch {
    // The library throws for every fault of the response, malformed bytes included.
    return null
  }
}

export async function requestOptions(origin: string, known: Known[]): Promise<RequestOptions> {
  const rpId = new URL(origin).hostname
  const { challenge } = await (await library()).generateAuthenticationOptions({
    rpID: rpId,
    timeout,
    userVerification: 'required',
  })
  return { challenge, rpId, timeout, allowCredentials: known.map(toName), userVerification: 'required' }
}

/** The passkey's counter after this use; null if the signature is not this passkey's for this challenge. */
export async function readUsedCredential(
  origin: string,
  challenge: string,
  credential: UsedCredential,
  known: { publicKey: Buffer; counter: number; transports: string[] },
): Promise<number | null> {
  const { userHandle, ...response } = credential.response
  try {
    const { verified, authenticationInfo } = await (await library()).verifyAuthenticationResponse({
      response: {
        ...credential,
        response: { ...response, userHandle: userHandle ?? undefined },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: new URL(origin).hostname,
      requireUserVerification: true,
      credential: {
        id: credential.id,
        publicKey: Uint8Array.from(known.publicKey),
        counter: known.counter,
        transports: known.transports,
      },
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    return null
  }
}
