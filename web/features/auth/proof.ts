import { api } from '#web/lib/api.ts'
import { codeOf } from '#web/lib/errors.ts'

/**
 * Makes a call, and where the server asks for a proof of work makes it again with one: a second or two of arithmetic in place of a
 * captcha. `onChecking` hears when that begins and ends.
 */
export async function withProof<T>(
  call: (proof?: string) => Promise<T>,
  onChecking: (checking: boolean) => void,
): Promise<T> {
  try {
    return await call()
  } catch (error) {
    // Browsers do such arithmetic on secure pages only; elsewhere what the server said is shown.
    if (codeOf(error) !== 'PROOF_REQUIRED' || !crypto.subtle) throw error
    onChecking(true)
    try {
      return await call((await solve()) ?? undefined)
    } finally {
      onChecking(false)
    }
  }
}

/** The tries run beside the page's own thread, one after the other; null where none was right in time. */
async function solve(): Promise<string | null> {
  const [challenge, { solveChallenge }, { deriveKey }] = await Promise.all([
    api('GET /api/auth/challenge'),
    import('altcha-lib'),
    import('altcha-lib/algorithms/web/pbkdf2'),
  ])
  const solution = await solveChallenge({ challenge, deriveKey })
  return solution && btoa(JSON.stringify({ challenge, solution }))
}
