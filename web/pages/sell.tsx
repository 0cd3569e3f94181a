import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'wouter'
import type { SiteConfig } from '#shared/contract/site.ts'
import { type DraftSlot, slotOf } from '#web/features/listings/form/drafts/draft-slot.ts'
import { FormFrame } from '#web/features/listings/form/form-frame.tsx'
import { emptyListing, type ListingValues, toListingBody } from '#web/features/listings/form/form-values.ts'
import { ListingForm } from '#web/features/listings/form/listing-form.tsx'
import { loadWaitingListings, OutboxSlot } from '#web/features/listings/outbox/outbox-slot.tsx'
import { usePassport } from '#web/features/passports/use-passport.ts'
import { statusOf } from '#web/lib/errors.ts'
import type { OutboxListing } from '#web/lib/outbox-listings.ts'
import { paths } from '#web/lib/paths.ts'
import { ownerKey } from '#web/lib/private-storage.ts'
import { useSession } from '#web/lib/session.ts'
import { useSearch } from '#web/lib/shown-location.tsx'
import { readStoredJson } from '#web/lib/storage.ts'
import { NeedsScript } from '#web/ui/needs-script.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'

/** Few need them. */
const loadPassportField = async () =>
  (await import('#web/features/passports/passport-field.tsx')).PassportField
const loadPriceGuide = async () => (await import('#web/features/prices/form-price-guide.tsx')).FormPriceGuide
const loadLeavingNote = async () => (await import('#web/features/settings/leaving-note.tsx')).LeavingNote

/** Milliseconds that the form waits for an answer before the listing waits by itself. */
const answerTimeout = 8000

const loadOutbox = () => import('#web/features/listings/outbox/listing-outbox.ts')

/** What the address asks for. It stays the same while the draft in it gets an address. */
function useSlot(userId: number | undefined): DraftSlot | null {
  const query = useSearch()
  const open = () => (userId === undefined ? null : slotOf(userId, query))
  const [slot, setSlot] = useState(open)
  if (slot?.userId === userId && (slot === null || slot.query === query)) return slot
  const next = open()
  setSlot(next)
  return next
}

const readWaiting = async (id: string) => (await import('#web/lib/outbox-listings.ts')).readOutboxListing(id)

export function Page() {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const session = useSession()
  const passport = usePassport()
  const { Component: PassportField } = useLazyComponent(loadPassportField, true)
  const { Component: PriceGuide } = useLazyComponent(loadPriceGuide, true)
  const { Component: LeavingNote } = useLazyComponent(loadLeavingNote, session?.isLeaving)
  // Offline the session is unknown: the draft belongs to the owner of this device's private data.
  const userId = session === undefined ? ownerId() : session?.id
  const slot = useSlot(userId)
  const [sent, setSent] = useState<{ id: string; slot: DraftSlot }>()
  const waiting = sent && sent.slot === slot ? sent.id : undefined
  const mended = slot?.waiting
  const fillImei = useEffectEvent(({ imei }: OutboxListing) => passport.type(imei))
  useEffect(() => {
    if (mended)
      readWaiting(mended).then(
        (one) => one?.imei && fillImei(one),
        () => undefined,
      )
  }, [mended])
  useEffect(() => {
    // Without a connection, Create needs them.
    Promise.all([loadOutbox(), loadWaitingListings()]).catch(() => undefined)
  }, [])

  async function save(
    { status: _, ...values }: ListingValues,
    files: Map<string, File>,
    host: SiteConfig,
  ): Promise<void> {
    if (!slot) throw new Error('Nobody is signed in.')
    const { listingOutboxOf } = await loadOutbox()
    const outbox = listingOutboxOf(slot.userId, client)
    await slot.server?.settle(answerTimeout)
    const { photos, ...body } = toListingBody(values)
    const { id, listing } = await outbox
      .publish(
        {
          body: { ...body, ...(slot.id !== null && { draftId: slot.id }) },
          photos: photos.map((address) => files.get(address) ?? address),
          host: { uploadUrl: host.uploadUrl, uploadPreset: host.uploadPreset },
          imei: passport.digits,
        },
        files.size > 0 ? 0 : answerTimeout,
        mended,
      )
      .catch((error: unknown) => {
        // Its draft is gone: sent again, it is a listing of its own.
        if (statusOf(error) === 410) slot.id = null
        slot.server?.resume()
        throw error
      })
    if (listing) navigate(paths.listing(listing.id))
    else setSent({ id, slot })
  }

  function writeAnother() {
    setSent(undefined)
    navigate(paths.sell)
  }

  return (
    <div className="page max-w-5xl pt-6 pb-8">
      <PageHead title="Create listing" />
      <h1 className="text-2xl font-extrabold sm:text-3xl">Create Listing</h1>
      <p className="mt-1 mb-5 text-muted">Good photos and an honest description sell fastest.</p>
      {userId !== undefined && (waiting || !mended) && <OutboxSlot userId={userId} watched={waiting} />}
      <NeedsScript what="This form needs">
        {session?.isLeaving ? (
          LeavingNote && (
            <LeavingNote text="Keep it to sell here. A listing that you began to write is still there then." />
          )
        ) : waiting ? (
          <button type="button" className="button" onClick={writeAnother}>
            Write another listing
          </button>
        ) : (
          <FormFrame>
            {({ categories, site }) => (
              <ListingForm
                key={slot?.serial}
                mode="create"
                start={emptyListing}
                categories={categories}
                site={site}
                slot={slot}
                unsavedAs="new-listing"
                save={(values, files) => save(values, files, site)}
                passport={{
                  field: PassportField && <PassportField passport={passport} />,
                  refuse: passport.refuse,
                }}
                PriceGuide={PriceGuide}
              />
            )}
          </FormFrame>
        )}
      </NeedsScript>
    </div>
  )
}

/** The user that this device keeps private data of, from their last visit; for pages without a connection. */
function ownerId(): number | undefined {
  return readStoredJson<{ id: number }>(ownerKey)?.id
}
