import { useQuery } from '@tanstack/react-query'
import type { OwnListing } from '#shared/contract/listings.ts'
import { formatCount } from '#shared/money.ts'
import { DecisionNote } from '#web/features/appeals/decision-note.tsx'
import { DraftList } from '#web/features/drafts/draft-list.tsx'
import { draftsQuery } from '#web/features/drafts/queries.ts'
import { MyListings } from '#web/features/listings/mine/my-listing-list.tsx'
import { ownCountsQuery } from '#web/features/listings/mine/own-listings.ts'
import { OutboxSlot } from '#web/features/listings/outbox/outbox-slot.tsx'
import { apiQuery } from '#web/lib/api.ts'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { ButtonLink, EmptyState } from '#web/ui/empty-state.tsx'
import { key } from '#web/ui/more-drawings.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'

/** Few need it. */
const loadLeavingNote = async () => (await import('#web/features/settings/leaving-note.tsx')).LeavingNote

export function Page() {
  const session = useSession()
  return (
    <div className="page pt-6 pb-12">
      <PageHead title="My listings" />
      {session === null ? (
        <EmptyState
          drawing={key}
          level={1}
          title="Please Login"
          text="Your listings are here once you are logged in."
          action={<ButtonLink href={paths.loginThen(paths.myListings)}>Login</ButtonLink>}
        />
      ) : (
        <OwnListings />
      )}
    </div>
  )
}

function OwnListings() {
  const session = useSession()
  const { data: counts } = useQuery(ownCountsQuery())
  const { data: drafts } = useQuery(draftsQuery)
  const { Component: LeavingNote } = useLazyComponent(loadLeavingNote, session?.isLeaving)
  return (
    <>
      <h1 className="mb-5 text-2xl font-extrabold sm:text-3xl">
        {/* One text: browsers leave out one that is a space alone, and screen readers then say one word. */}
        {'My Listings '}
        {counts && counts.total > 0 && (
          <span className="ml-1 text-lg font-semibold text-muted">{formatCount(counts.total)}</span>
        )}
      </h1>
      {session?.isLeaving && LeavingNote && (
        <div className="mb-5">
          <LeavingNote text="Only you see your listings now. Keep it to sell, hide, renew or edit them." />
        </div>
      )}
      {session && <OutboxSlot userId={session.id} />}
      <MyListings
        drafts={{ list: <DraftList />, count: drafts?.length ?? 0 }}
        noteOf={({ id }) => <Note listingId={id} />}
      />
    </>
  )
}

/** Beside a listing that moderators hid: the rule, and the way to an appeal. */
function Note({ listingId: id }: { listingId: OwnListing['id'] }) {
  const { data: decisions } = useQuery(apiQuery('GET /api/decisions'))
  const decision = decisions?.find(
    ({ about, listingId, stands }) => stands && about === 'LISTING' && listingId === id,
  )
  return decision && <DecisionNote decision={decision} />
}
