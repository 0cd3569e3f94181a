import { forgetSeen } from '#web/lib/seen-caches.ts'
import { logOut } from '#web/lib/session.ts'
import { showFailure } from '#web/ui/toast.ts'

/** Logs out, or says that it did not work: then one is still signed in. */
export async function endSession(): Promise<void> {
  try {
    await forgetSeen().catch(() => undefined)
    await logOut()
  } catch (error) {
    showFailure('Logout failed', error, 'Please check your connection and try again.')
  }
}
