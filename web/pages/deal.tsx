import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { WarningCard } from '#web/features/chat/warning-card.tsx'
import { DealView } from '#web/features/deals/deal-view.tsx'
import { type OfflineDeal, readOfflineDeal } from '#web/features/deals/offline-deal.ts'
import { apiQuery, queryKeyOf } from '#web/lib/api.ts'
import { mayStillSucceed, statusOf } from '#web/lib/errors.ts'
import type { PageProps } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { useConnected, useSocketEvent } from '#web/lib/socket.ts'
import { useReadSoon } from '#web/lib/use-read-soon.ts'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { NeedsScript } from '#web/ui/needs-script.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Page as NotFoundPage } from './not-found.tsx'

/** /deals/:id, for its two parties. Without a connection it shows an accepted deal as this device last read it. */
export function Page({ params }: PageProps) {
  const request = { params: { id: params.id ?? '' } }
  const client = useQueryClient()
  const viewer = useSession()
  const { data, error, isFetching, refetch } = useQuery({
    ...apiQuery('GET /api/deals/:id', request),
    retryOnMount: mayStillSucceed,
  })
  const [kept, setKept] = useState<OfflineDeal | null>(null)
  useEffect(() => setKept(readOfflineDeal(params.id ?? '')), [params.id])
  const readAgain = () =>
    void client.invalidateQueries({ queryKey: queryKeyOf('GET /api/deals/:id', request) })
  useSocketEvent('threads_changed', useReadSoon(readAgain))
  // Also at first: what this tab read of it earlier may be old.
  useConnected(readAgain)

  const status = statusOf(error)
  if (!data && (status === 404 || status === 400)) return <NotFoundPage />
  const mayUseKept = status === undefined && (viewer === undefined || viewer?.id === kept?.viewerId)
  const deal = data ?? (mayUseKept ? kept?.deal : undefined)
  const viewerId = viewer?.id ?? kept?.viewerId
  return (
    <div className="page pt-6 pb-16">
      <PageHead title="Deal" />
      {deal && viewerId !== undefined ? (
        <NeedsScript what="Deals need">
          {!data && error && (
            <p role="status" className="mb-5 rounded-control bg-accent-soft px-4 py-3 text-accent-ink">
              You are offline. This is the deal as this device last read it.
            </p>
          )}
          <DealView
            deal={deal}
            viewerId={viewerId}
            warning={deal.warning && <WarningCard warning={deal.warning} />}
          />
        </NeedsScript>
      ) : isFetching ? (
        <div className="skeleton min-h-dvh" role="status" aria-label="Loading the deal" />
      ) : (
        <LoadFailure level={1} onRetry={() => void refetch()} />
      )}
    </div>
  )
}
