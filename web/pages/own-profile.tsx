import { useSession } from '#web/lib/session.ts'
import { Page as ProfilePage } from './profile.tsx'

/** /profile: the user's own. The route is for signed-in users only. */
export function Page() {
  const viewer = useSession()
  return viewer ? <ProfilePage params={{ id: String(viewer.id) }} /> : null
}
