import { messageOf } from '#web/lib/errors.ts'
import { forgetSeen } from '#web/lib/seen-caches.ts'
import { logOut } from '#web/lib/session.ts'
import { showToast } from '#web/ui/toast.ts'

/** Logs out, or says that it did not work: then one is still signed in. */
export async function endSession(): Promise<void> {
  try {
    await forgetSeen().catch(() => undefined)
    await logOut()
  } catch (error) {
    showToast({
      title: 'Logout failed',
      description: messageOf(error, 'Please check your connection and try again.'),
      tone: 'failure',
    })
  }
}
