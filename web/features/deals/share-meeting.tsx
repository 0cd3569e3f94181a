import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Deal } from '#shared/contract/deals.ts'
import { api, queryKeyOf } from '#web/lib/api.ts'
import { shareLink } from '#web/lib/share.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { showFailure, showToast } from '#web/ui/toast.ts'
import { meetingTime } from './deal-texts.ts'

/** A link to the meeting for somebody at home. The server keeps only its hash, so it is shown once. */
export function ShareMeeting({ deal }: { deal: Deal }) {
  const client = useQueryClient()
  const [link, setLink] = useState<{ path: string; expiresAt: string } | null>(null)
  const params = { id: deal.id }
  const settle = () => client.invalidateQueries({ queryKey: queryKeyOf('GET /api/deals/:id', { params }) })
  const url = link && new URL(link.path, location.origin).href

  const share = useMutation({
    mutationFn: () => api('POST /api/deals/:id/meeting-link', { params }),
    onSuccess(made) {
      setLink(made)
      return shareLink('Where I am meeting', new URL(made.path, location.origin).href)
    },
    onError: (error) => showFailure('No link was made', error),
    onSettled: settle,
  })
  const stop = useMutation({
    mutationFn: () => api('DELETE /api/deals/:id/meeting-link', { params }),
    onSuccess() {
      setLink(null)
      showToast({ title: 'The link no longer works' })
    },
    onError: (error) => showFailure('The link still works', error),
    onSettled: settle,
  })

  return (
    <section aria-labelledby="share-meeting" className="card p-5 sm:p-6">
      <h2 id="share-meeting" className="text-lg font-bold">
        Tell somebody at home
      </h2>
      <p className="mt-1 text-muted">
        Share a link that shows what you trade, who you meet, where and when. It opens without an account, and
        ends a day after the meeting.
      </p>
      {deal.sharesMeeting && !link && (
        <p className="mt-3">You share this meeting. Lost the link? Make a new one: the old one ends.</p>
      )}
      {url && link && (
        <p className="mt-3 text-sm wrap-anywhere">
          <a href={url} className="link">
            {url}
          </a>
          <span className="block text-muted">{`Works until ${meetingTime(link.expiresAt)}`}</span>
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <BusyButton
          className="button button-outline flex-auto px-3"
          busy={share.isPending}
          onClick={() => share.mutate()}
        >
          {deal.sharesMeeting ? 'Make a new link' : 'Share my meeting'}
        </BusyButton>
        {deal.sharesMeeting && (
          <BusyButton
            className="button button-outline flex-auto px-3"
            busy={stop.isPending}
            onClick={() => stop.mutate()}
          >
            Stop sharing
          </BusyButton>
        )}
      </div>
    </section>
  )
}
