import { AdminDesk } from '#web/features/admin/admin-desk.tsx'
import { adminReads } from '#web/features/admin/admin-url.ts'
import { useSession } from '#web/lib/session.ts'
import { Page as NotFoundPage } from './not-found.tsx'

export { adminReads as reads }

/** For administrators; to everybody else there is nothing here, and the server says so by the status too. */
export function Page() {
  return useSession()?.role === 'ADMIN' ? <AdminDesk /> : <NotFoundPage />
}
