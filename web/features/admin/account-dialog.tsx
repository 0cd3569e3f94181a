import { type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query'
import { CircleCheck, LogOut } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { AdminUser } from '#shared/contract/admin.ts'
import type { AccountEvent } from '#shared/contract/second-factor.ts'
import { limits } from '#shared/limits.ts'
import { api, apiQuery } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/errors.ts'
import { timeAgoInline } from '#web/lib/format.ts'
import { useNow } from '#web/lib/now.tsx'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { ActivityList } from '#web/ui/activity-list.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { takeFocus } from '#web/ui/take-focus.ts'
import { RowFailure } from './table.tsx'
import { momentOf } from './texts.ts'

const fallback = 'Please check your connection and try again.'

interface AccountDialogProps {
  user: AdminUser
  open: boolean
  onClose: () => void
}

/** A user's account events, and a button that logs them out everywhere; its result is shown here. */
export function AccountDialog({ user: { id, fullName }, open, onClose }: AccountDialogProps) {
  const isSelf = useSession()?.id === id
  const history = useQuery({
    ...apiQuery('GET /api/admin/users/:id/activity', { params: { id } }),
    // Refetched each time it opens.
    gcTime: 0,
    retryOnMount: true,
  })
  const logOut = useMutation({
    mutationFn: () => api('POST /api/admin/users/:id/sign-out', { params: { id } }),
    onSuccess: () => void history.refetch(),
  })
  const failure = logOut.error && `Not logged out. ${messageOf(logOut.error, fallback)}`

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Activity of ${fullName}`}
      description={`The last ${limits.signIn.eventRetention} days, the newest first.`}
      wide
      footer={
        !isSelf && (
          <LogOutButton fullName={fullName} busy={logOut.isPending} onConfirm={() => logOut.mutateAsync()} />
        )
      }
    >
      <div role="status" className="empty:hidden">
        {logOut.isSuccess && (
          <p className="mb-4 flex items-start gap-2 rounded-card bg-brand-soft p-3 font-semibold text-brand-ink">
            <CircleCheck size={20} className="mt-0.5" />
            {fullName} is logged out on every device.
          </p>
        )}
      </div>
      <RowFailure text={failure ?? undefined} />
      {isSelf && (
        <p className="mb-4 text-sm text-muted">
          This is you. To log out a device of yours, go to your{' '}
          <Link href={paths.settings} className="link">
            settings
          </Link>
          .
        </p>
      )}
      <EventHistory {...history} />
    </Dialog>
  )
}

function EventHistory({ data: events, error, isFetching, refetch }: UseQueryResult<AccountEvent[]>) {
  const now = useNow()
  if (events?.length)
    return (
      <ActivityList
        events={events}
        timeOf={(moment) => `${momentOf(moment)} (${timeAgoInline(moment, now)})`}
      />
    )
  if (events) return <p className="text-muted">Nothing happened in this time.</p>
  if (isFetching || !error) return <HistorySkeleton />
  return (
    <div role="alert">
      <p className="font-semibold">This could not be loaded.</p>
      <p className="mt-1 text-muted">{messageOf(error, fallback)}</p>
      <button type="button" className="button button-outline mt-4" onClick={() => void refetch()}>
        Try again
      </button>
    </div>
  )
}

function HistorySkeleton() {
  return (
    <div role="status" aria-label="Loading the activity" className="divide-y divide-line">
      {[1, 2, 3, 4, 5].map((row) => (
        <div key={row} className="py-3 first:pt-0.5">
          <div className="skeleton h-4 w-2/5" />
          <div className="skeleton mt-2 h-3 w-4/5" />
        </div>
      ))}
    </div>
  )
}

interface LogOutButtonProps {
  fullName: string
  busy: boolean
  /** Settles when it is done or has failed; the caller shows the result. */
  onConfirm: () => Promise<unknown>
}

/** Ends all sessions of a user, after an inline confirmation. */
function LogOutButton({ fullName, busy, onConfirm }: LogOutButtonProps) {
  const [step, setStep] = useState<'untouched' | 'asking' | 'answered'>('untouched')

  async function confirm() {
    await onConfirm().catch(() => undefined)
    setStep('answered')
  }

  if (step !== 'asking')
    return (
      <button
        key="start"
        ref={step === 'answered' ? takeFocus : undefined}
        type="button"
        className="button button-danger"
        onClick={() => setStep('asking')}
      >
        <LogOut size={18} />
        Log out everywhere
      </button>
    )
  const question = `Log ${fullName} out on every device?`
  return (
    <fieldset key="question" className="flex min-w-0! flex-wrap gap-3 *:flex-1">
      <legend className="mb-3 font-semibold wrap-anywhere">{question}</legend>
      <button
        ref={takeFocus}
        type="button"
        className="button button-outline"
        disabled={busy}
        onClick={() => setStep('answered')}
      >
        Cancel
      </button>
      <button
        type="button"
        className="button button-danger-solid"
        disabled={busy}
        // The second click of a double click belongs to the previous button.
        onClick={(event) => event.detail < 2 && void confirm()}
      >
        {busy && <Spinner size={18} />}
        Log out
      </button>
    </fieldset>
  )
}
