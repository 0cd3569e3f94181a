import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { Listing } from '#shared/contract/listings.ts'
import { FormFrame, FormSpinner } from '#web/features/listings/form/form-frame.tsx'
import { type ListingValues, valuesOf } from '#web/features/listings/form/form-values.ts'
import { ListingForm } from '#web/features/listings/form/listing-form.tsx'
import { changesSince } from '#web/features/listings/form/newer-listing.ts'
import { updateListing } from '#web/features/listings/listing-mutations.ts'
import { PassportField } from '#web/features/passports/passport-field.tsx'
import { usePassport } from '#web/features/passports/use-passport.ts'
import { LeavingNote } from '#web/features/settings/leaving-note.tsx'
import { apiQuery } from '#web/lib/api.ts'
import { codeOf, currentOf, statusOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { signpost } from '#web/ui/drawings.tsx'
import { ButtonLink, EmptyState } from '#web/ui/empty-state.tsx'
import { LeaveGuard } from '#web/ui/leave-guard.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { NeedsScript } from '#web/ui/needs-script.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'

const loadPriceGuide = async () => (await import('#web/features/prices/form-price-guide.tsx')).FormPriceGuide

export function Page({ params }: { params: Record<string, string> }) {
  // Always fetched: editing a cached copy could undo changes made elsewhere.
  const listing = useQuery({
    ...apiQuery('GET /api/listings/:id', { params: { id: params.id ?? '' } }),
    staleTime: 0,
    retryOnMount: true,
  })
  const session = useSession()
  return (
    <div className="page max-w-5xl pt-4 pb-8">
      <PageHead title="Edit listing" />
      <NeedsScript what="This form needs">
        {!listing.isFetchedAfterMount || !session ? (
          <FormSpinner />
        ) : !listing.data ? (
          <Unavailable status={statusOf(listing.error)} onRetry={() => void listing.refetch()} />
        ) : listing.data.sellerId !== session.id ? (
          <AccessDenied />
        ) : session.isLeaving ? (
          <LeavingNote level={1} text="Keep it to edit this listing." />
        ) : (
          <EditListing key={listing.data.id} listing={listing.data} />
        )}
      </NeedsScript>
    </div>
  )
}

function EditListing({ listing }: { listing: Listing }) {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const back = paths.listing(listing.id)
  const passport = usePassport()
  const { Component: PriceGuide } = useLazyComponent(loadPriceGuide, true)

  // The form's initial values; not `listing`, which is fetched again after a reconnection.
  const [began, begin] = useState(listing)

  async function save(values: ListingValues) {
    const changes = changesSince(valuesOf(began), values)
    const updated = await updateListing(client, listing.id, { ...changes, version: began.version })
    // Where the IMEI is refused, the form stays, and continues from here.
    begin(updated)
    const said = await passport.save(listing.id)
    showToast(
      said ?? {
        title: 'Success!',
        description:
          updated.moderationState === 'PENDING_REVIEW'
            ? `${updated.moderationReason}`
            : 'Your listing has been updated',
      },
    )
    navigate(back)
  }

  function newerOf(error: unknown): ListingValues | null {
    if (codeOf(error) !== 'STALE_VERSION') return null
    const current = currentOf<Listing>(error)
    if (!current) return null
    begin(current)
    return valuesOf(current)
  }

  return (
    <>
      <Link href={back} className="button button-quiet -ml-3 px-3">
        <ArrowLeft size={18} />
        Back to Listing
      </Link>
      <h1 className="mt-1 mb-5 text-2xl font-extrabold sm:text-3xl">Edit Listing</h1>
      <FormFrame>
        {({ categories, site }) => (
          <ListingForm
            mode="edit"
            start={valuesOf(began)}
            categories={categories}
            site={site}
            slot={null}
            save={save}
            passport={{
              field: <PassportField passport={passport} listingId={listing.id} />,
              refuse: passport.refuse,
            }}
            PriceGuide={PriceGuide}
            newerOf={newerOf}
            unsavedAs={`listing-${listing.id}`}
            cancelTo={back}
            hiddenByModerator={began.hiddenByModerator}
          />
        )}
      </FormFrame>
      <LeaveGuard />
    </>
  )
}

function AccessDenied() {
  const [, navigate] = useLocation()
  useEffect(() => {
    showToast({
      tone: 'failure',
      title: 'Access Denied',
      description: 'You can only edit your own listings',
    })
    navigate(paths.myListings, { replace: true })
  }, [navigate])
  return <FormSpinner />
}

/** Without a status the server was not reached; any other status means that there is nothing to edit. */
function Unavailable({ status, onRetry }: { status: number | undefined; onRetry: () => void }) {
  if (status === undefined || status >= 500 || status === 429) return <LoadFailure onRetry={onRetry} />
  return (
    <div className="card mx-auto my-8 max-w-lg">
      <EmptyState
        drawing={signpost}
        level={1}
        title="Listing Not Found"
        text="The listing you're trying to edit doesn't exist."
        action={<ButtonLink href={paths.myListings}>Go to My Listings</ButtonLink>}
      />
    </div>
  )
}
