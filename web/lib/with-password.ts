import { codeOf } from './errors.ts'

type Ask = () => Promise<boolean>
let ask: Ask | undefined
/** The open prompt: its password is for every action that waits for it. */
let asked: Promise<boolean> | undefined

/** Error of an action that was cancelled at the password prompt: no message is shown. */
class NotConfirmed extends Error {}

/**
 * Runs an action that may need re-authentication: if so, asks for the password and runs it again. Rejects as the action does;
 * after a cancelled prompt with an error that `isNotConfirmed` recognises.
 */
export async function withPassword<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (codeOf(error) !== 'REAUTHENTICATION_REQUIRED' || !ask) throw error
    asked ??= ask().finally(() => {
      asked = undefined
    })
    if (await asked) return act()
    throw new NotConfirmed()
  }
}

export function isNotConfirmed(error: unknown): boolean {
  return error instanceof NotConfirmed
}

/** Registered by the page that contains the dialog. */
export function setPasswordPrompt(by: Ask): () => void {
  ask = by
  return () => {
    if (ask === by) ask = undefined
  }
}
