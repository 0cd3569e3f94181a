import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RenewalAnswer, RenewalLink } from '#shared/contract/listings.ts'
import { limits } from '#shared/limits.ts'
import { api, apiQuery } from '#web/lib/api.ts'
import { codeOf, statusOf } from '#web/lib/errors.ts'
import { fullDate } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { refreshChanged } from '#web/lib/refresh-changed.ts'
import { useSearch } from '#web/lib/shown-location.tsx'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { basket, signpost } from '#web/ui/drawings.tsx'
import { ButtonLink, EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { NeedsScript } from '#web/ui/needs-script.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { cardSizes, Photo } from '#web/ui/photo.tsx'
import { showFailure } from '#web/ui/toast.ts'

const linkQuery = (token: string) => apiQuery('GET /api/renewals', { query: { token } })

export const queries = (search: URLSearchParams) => [linkQuery(search.get('token') ?? '')]

/** /renew: target of the link in reminders. Opening it changes nothing, since programs open links too; a button does, without a login. */
export function Page() {
  const token = new URLSearchParams(useSearch()).get('token') ?? ''
  const { data, error, isFetching, refetch } = useQuery(linkQuery(token))
  const status = statusOf(error)
  return (
    <div className="page py-6">
      <PageHead title="Renew a listing" />
      {data ? (
        <Question token={token} link={data} />
      ) : status === 410 ? (
        <Unusable title="This link is too old" />
      ) : codeOf(error) === 'NO_LONGER_AVAILABLE' ? (
        <Unusable
          title="This listing is no longer on Oja"
          text="It was deleted, or its seller’s account is closed, so it cannot be renewed."
        />
      ) : status === 404 || status === 400 ? (
        <Unusable title="This link does not work" />
      ) : isFetching ? (
        <div className="skeleton h-96" role="status" aria-label="Loading the listing" />
      ) : (
        <LoadFailure level={1} onRetry={() => void refetch()} />
      )}
    </div>
  )
}

function Unusable({
  title,
  text = 'Open it again from the mail, or renew the listing under My Listings.',
}: {
  title: string
  text?: string
}) {
  return (
    <EmptyState
      level={1}
      drawing={signpost}
      title={title}
      text={text}
      action={<ButtonLink href={paths.myListings}>My Listings</ButtonLink>}
    />
  )
}

function Question({ token, link }: { token: string; link: RenewalLink }) {
  const client = useQueryClient()
  const answer = useMutation({
    mutationFn: (answer: RenewalAnswer) => api('POST /api/renewals', { query: { token }, body: { answer } }),
    onSuccess(answered) {
      void refreshChanged(client, 'POST /api/listings/:id/renew')
      client.setQueryData(linkQuery(token).queryKey, answered)
    },
    onError: (error) => showFailure('Not saved', error, 'Please try again.'),
  })
  const { listing, endedAt, endsAt, open } = link
  if (!open) return <Answered link={link} />
  const busy = (which: RenewalAnswer) => answer.isPending && answer.variables === which
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-4 py-6 text-center">
      {listing.photo && (
        <Photo
          photo={listing.photo}
          alt=""
          sizes={cardSizes}
          priority="first"
          className="size-28 rounded-card object-cover"
        />
      )}
      <h1 className="mt-6 text-xl font-bold">Is it still available?</h1>
      <p className="mt-2 font-semibold wrap-anywhere">{listing.title}</p>
      <p className="mt-1 text-muted">
        {endedAt
          ? `It ended on ${fullDate(endedAt)}: buyers do not see it.`
          : `It ends on ${fullDate(endsAt)}. Buyers do not see it after that.`}
      </p>
      <div className="mt-6 flex w-full flex-col gap-3">
        <NeedsScript what="Renewing needs">
          <BusyButton className="button" busy={busy('RENEW')} onClick={() => answer.mutate('RENEW')}>
            {`Yes – renew it for ${limits.listingEnd.after} days`}
          </BusyButton>
          <BusyButton
            className="button button-outline"
            busy={busy('SOLD')}
            onClick={() => answer.mutate('SOLD')}
          >
            Sold already
          </BusyButton>
        </NeedsScript>
      </div>
    </div>
  )
}

/** How things are: after the answer, and whenever the link is opened again. */
function Answered({ link: { listing, status, endsAt, movedToTop } }: { link: RenewalLink }) {
  const text = {
    ACTIVE: `Buyers see it until ${fullDate(endsAt)}.${movedToTop ? ' It is at the top of the latest again.' : ''}`,
    SOLD: 'It is marked as sold. Well done!',
    HIDDEN: 'Log in to see why, and what you can do.',
  }
  const title = { ACTIVE: 'Your listing is live', SOLD: 'Sold', HIDDEN: 'Your listing is hidden' }
  return (
    <EmptyState
      level={1}
      drawing={basket}
      title={title[status]}
      text={
        <>
          <p className="font-semibold wrap-anywhere">{listing.title}</p>
          <p role="status">{text[status]}</p>
        </>
      }
      action={
        <ButtonLink href={status === 'HIDDEN' ? paths.myListings : paths.listing(listing.id)}>
          {status === 'HIDDEN' ? 'My Listings' : 'See it'}
        </ButtonLink>
      }
    />
  )
}
