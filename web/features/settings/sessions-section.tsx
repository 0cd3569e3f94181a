import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import type { SessionInfo } from '#shared/contract/settings.ts'
import { api, apiQuery } from '#web/lib/api.ts'
import { statusOf } from '#web/lib/errors.ts'
import { timeAgoInline } from '#web/lib/format.ts'
import { useNow } from '#web/lib/now.tsx'
import { withPassword } from '#web/lib/with-password.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { showToast } from '#web/ui/toast.ts'
import { showFailureToast } from './failure-toast.ts'
import { LoadingOrRetry, Section } from './section.tsx'
import { useSecurity } from './use-security.ts'

const sessionsQuery = apiQuery('GET /api/settings/sessions')

export function SessionsSection() {
  const client = useQueryClient()
  const { data: sessions, isFetching, refetch } = useQuery({ ...sessionsQuery, retryOnMount: true })
  const [dialogOpen, setDialogOpen] = useState(false)
  const { changed } = useSecurity()
  function keepOnly(stays: (session: SessionInfo) => boolean) {
    client.setQueryData(sessionsQuery.queryKey, (all) => all?.filter(stays))
    changed()
  }

  const endOne = useMutation({
    mutationFn: ({ id }: SessionInfo) =>
      withPassword(() => api('DELETE /api/settings/sessions/:id', { params: { id } })),
    onSuccess: (_, { id, device }) => {
      keepOnly((session) => session.id !== id)
      showToast({ title: 'Device logged out', description: device })
    },
    onError: (error, { id }) => {
      // The session has ended meanwhile.
      if (statusOf(error) === 404) keepOnly((session) => session.id !== id)
      else showFailureToast('Device not logged out', error)
    },
  })
  const endOthers = useMutation({
    mutationFn: () => withPassword(() => api('DELETE /api/settings/sessions')),
    onSuccess: () => {
      keepOnly((session) => session.isCurrent)
      showToast({ title: 'Logged out everywhere else' })
    },
    onError: (error) => showFailureToast('Other devices not logged out', error),
    onSettled: () => setDialogOpen(false),
  })

  return (
    <Section id="devices" title="Devices" text="Where you are logged in. Log out what you do not know.">
      {sessions ? (
        <>
          <ul className="divide-y divide-line">
            {sessions.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                busy={endOne.isPending && endOne.variables.id === session.id}
                onEnd={() => endOne.mutate(session)}
              />
            ))}
          </ul>
          {sessions.length > 1 && (
            <button type="button" className="button button-danger mt-4" onClick={() => setDialogOpen(true)}>
              Log out everywhere else
            </button>
          )}
        </>
      ) : (
        <LoadingOrRetry reading={isFetching} onRetry={() => void refetch()} />
      )}
      <ConfirmDialog
        open={dialogOpen}
        onClose={() => setDialogOpen(false)}
        onConfirm={() => endOthers.mutate()}
        title="Log out everywhere else?"
        description="Every device but this one will have to log in again."
        confirmLabel="Log out"
        destructive
        busy={endOthers.isPending}
      />
    </Section>
  )
}

interface SessionRowProps {
  session: SessionInfo
  busy: boolean
  onEnd: () => void
}

function SessionRow({ session, busy, onEnd }: SessionRowProps) {
  const now = useNow()
  const { device, ip, lastSeenAt, isCurrent } = session
  const Icon = /Android|iPhone|iPad/.test(device) ? Smartphone : Monitor
  return (
    <li className="flex flex-wrap items-center gap-3 py-3 first:pt-0 last:pb-0">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-sunken text-muted">
        <Icon size={20} />
      </span>
      <div className="min-w-0 flex-1 basis-[5rem]">
        <p className="font-semibold">
          {device}
          {isCurrent && <span className="badge badge-brand ml-2 align-middle">This device</span>}
        </p>
        <p className="text-sm text-muted">
          {isCurrent ? 'In use now' : `Last used ${timeAgoInline(lastSeenAt, now)}`}
          {ip && <span className="block sm:inline sm:before:content-['_·_']">{ip}</span>}
        </p>
      </div>
      {!isCurrent && (
        <BusyButton
          className="button button-outline shrink-0 px-3 sm:px-4"
          aria-label={`Log out ${device}`}
          busy={busy}
          onClick={onEnd}
        >
          Log out
        </BusyButton>
      )}
    </li>
  )
}
