import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { createListing } from '#web/features/listings/changes.ts'
import { FormFrame } from '#web/features/listings/form/form-frame.tsx'
import { ListingForm } from '#web/features/listings/form/listing-form.tsx'
import { emptyListing, type ListingValues, toDraft } from '#web/features/listings/form/listing-values.ts'
import { LeavingNote } from '#web/features/settings/leaving-note.tsx'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import { showToast } from '#web/ui/toast.ts'

export function Page() {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const session = useSession()

  async function save(values: ListingValues) {
    const listing = await createListing(client, toDraft(values))
    showToast({
      title: 'Listing created!',
      description: listing.moderationReason ?? 'Your listing is now live.',
    })
    navigate(paths.listing(listing.id))
  }

  return (
    <div className="page max-w-5xl pt-6 pb-8">
      <PageHead title="Create listing" />
      <h1 className="text-2xl font-extrabold sm:text-3xl">Create Listing</h1>
      <p className="mt-1 mb-5 text-muted">Good photos and an honest description sell fastest.</p>
      {session?.isLeaving ? (
        <LeavingNote text="Keep it to sell here. A listing that you began to write is still there then." />
      ) : (
        <FormFrame>
          {({ categories, site }) => (
            <ListingForm
              mode="create"
              start={emptyListing}
              categories={categories}
              site={site}
              draftKey={session ? `oja:draft:${session.id}` : null}
              unsavedAs={{ name: 'new-listing', version: undefined }}
              save={save}
            />
          )}
        </FormFrame>
      )}
    </div>
  )
}
