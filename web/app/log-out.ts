import { clearOfflineCaches } from '#web/lib/offline-caches.ts'
import { logOut } from '#web/lib/session.ts'
import { showFailure } from '#web/ui/toast.ts'

/** Logs out. If that fails, a toast tells the user, who is still signed in. */
export async function logOutWithToast(): Promise<void> {
  try {
    await clearOfflineCaches().catch(() => undefined)
    await logOut()
  } catch (error) {
    showFailure('Logout failed', error, 'Please check your connection and try again.')
  }
}
