import { api } from '#web/lib/api.ts'
import { codeOf } from '#web/lib/errors.ts'

/**
 * Sends a request and, if the server requires a proof of work, repeats it with one: a second or two of computation instead of a
 * captcha. `onChecking` is called when that begins and ends.
 */
export async function withProof<T>(
  call: (proof?: string) => Promise<T>,
  onChecking: (checking: boolean) => void,
): Promise<T> {
  try {
    return await call()
  } catch (error) {
    // Web Crypto needs a secure context; elsewhere the server's message is shown.
    if (codeOf(error) !== 'PROOF_REQUIRED' || !crypto.subtle) throw error
    onChecking(true)
    try {
      return await call((await solve()) ?? undefined)
    } finally {
      onChecking(false)
    }
  }
}

/** Computes in a worker; null if no solution was found in time. */
async function solve(): Promise<string | null> {
  const [challenge, { solveChallenge }, { deriveKey }] = await Promise.all([
    api('GET /api/auth/challenge'),
    import('altcha-lib'),
    import('altcha-lib/algorithms/web/pbkdf2'),
  ])
  const solution = await solveChallenge({ challenge, deriveKey })
  return solution && btoa(JSON.stringify({ challenge, solution }))
}
