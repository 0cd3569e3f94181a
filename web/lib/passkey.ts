import { api } from './api.ts'

/** The browser's side of passkeys, whose code is loaded when it is first used. */
async function loadPasskeys() {
  if (typeof PublicKeyCredential === 'undefined')
    throw new DOMException('There are no passkeys here.', 'NotSupportedError')
  return import('@simplewebauthn/browser')
}

/** What went wrong between a person and their device, in a sentence for them; null for failures of another kind. */
export function passkeyFailure(error: unknown): string | null {
  const { name } = (error ?? {}) as { name?: string }
  if (name === 'InvalidStateError') return 'This device has a passkey for your account already.'
  if (name === 'NotAllowedError' || name === 'AbortError')
    return 'It was cancelled, or took too long. Please try again.'
  if (name === 'NotSupportedError' || name === 'SecurityError')
    return 'This browser or device cannot do that. Please use another way.'
  return null
}

/** Has the device sign in with a passkey: as the second step where one waits, otherwise by itself. */
export async function signInWithPasskey(): Promise<void> {
  const { startAuthentication } = await loadPasskeys()
  const optionsJSON = await api('POST /api/auth/passkey/options')
  const credential = await startAuthentication({ optionsJSON })
  await api('POST /api/auth/passkey', { body: { credential: credential as never } })
}

/** Has the device make a passkey; `ask` asks for what it needs. Answers recovery codes where there were none before. */
export async function makePasskey(
  ask = () => api('POST /api/settings/passkeys/options'),
): Promise<string[] | null> {
  const { startRegistration } = await loadPasskeys()
  const credential = await startRegistration({ optionsJSON: await ask() })
  const { recoveryCodes } = await api('POST /api/settings/passkeys', {
    body: { credential: credential as never },
  })
  return recoveryCodes
}
