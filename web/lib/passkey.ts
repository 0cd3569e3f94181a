import type { Contract } from '#shared/contract/index.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { api } from './api.ts'

/** Passkeys in the browser; the code is loaded on first use. */
async function loadPasskeys() {
  if (typeof PublicKeyCredential === 'undefined')
    throw new DOMException('There are no passkeys here.', 'NotSupportedError')
  return import('@simplewebauthn/browser')
}

/** The failure between user and device, as a sentence; null for failures of another kind. */
export function passkeyFailure(error: unknown): string | null {
  const { name } = (error ?? {}) as { name?: string }
  if (name === 'InvalidStateError') return 'This device has a passkey for your account already.'
  if (name === 'NotAllowedError' || name === 'AbortError')
    return 'It was cancelled, or took too long. Please try again.'
  if (name === 'NotSupportedError' || name === 'SecurityError')
    return 'This browser or device cannot do that. Please use another way.'
  return null
}

/** Signs in with a passkey: on its own, or as the second step after a password. */
export async function signInWithPasskey({ alone }: { alone: boolean }): Promise<void> {
  const { startAuthentication } = await loadPasskeys()
  const optionsJSON = await api('POST /api/auth/passkey/options', { body: { alone } })
  const credential = await startAuthentication({ optionsJSON })
  await api('POST /api/auth/passkey', { body: { credential: credential as never } })
}

/** Creates a passkey; `ask` fetches the options. Returns recovery codes if there were none before. */
export async function makePasskey(
  ask: () => Promise<ResponseOf<Contract['POST /api/settings/passkeys/options']>>,
): Promise<string[] | null> {
  const { startRegistration } = await loadPasskeys()
  const credential = await startRegistration({ optionsJSON: await ask() })
  const { recoveryCodes } = await api('POST /api/settings/passkeys', {
    body: { credential: credential as never },
  })
  return recoveryCodes
}
