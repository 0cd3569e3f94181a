import { codeOf } from './errors.ts'

/** Asks for the password; resolves with whether it was entered and right. */
type Ask = () => Promise<boolean>
let ask: Ask | undefined

/** What was not done, since whoever was asked for their password chose not to enter it: nothing to tell them. */
class NotConfirmed extends Error {}

/**
 * Does something for which the server may want the password again: then it is asked for, and the same is done once more.
 * Rejects as the act does; where the password is not entered, with what `isNotConfirmed` knows.
 */
export async function withPassword<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (codeOf(error) !== 'REAUTHENTICATION_REQUIRED' || !ask) throw error
    if (await ask()) return act()
    throw new NotConfirmed()
  }
}

export function isNotConfirmed(error: unknown): boolean {
  return error instanceof NotConfirmed
}

/** A page that has the dialog takes over the asking. */
export function askForPasswordBy(by: Ask): () => void {
  ask = by
  return () => {
    if (ask === by) ask = undefined
  }
}
