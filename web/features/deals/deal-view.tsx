import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, CalendarClock, MapPin } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { Deal } from '#shared/contract/deals.ts'
import { limits } from '#shared/limits.ts'
import { formatNaira } from '#shared/money.ts'
import { thresholds } from '#shared/thresholds.ts'
import { api, apiQuery, queryKeyOf } from '#web/lib/api.ts'
import { currentOf } from '#web/lib/errors.ts'
import { useNow } from '#web/lib/now.tsx'
import { paths } from '#web/lib/paths.ts'
import { refreshChanged, type WriteKey } from '#web/lib/refresh-changed.ts'
import { useSession } from '#web/lib/session.ts'
import { useSocketEvent } from '#web/lib/socket.ts'
import { useReadSoon } from '#web/lib/use-read-soon.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { askToLogIn } from '#web/ui/login-prompt.ts'
import { showFailure, showToast } from '#web/ui/toast.ts'
import { dealStateText, isOpen, mayPropose, meetingTime, otherParty } from './deal-texts.ts'
import { EndDialog } from './end-dialog.tsx'
import { HandOver } from './hand-over.tsx'
import { saveOfflineDeal } from './offline-deal.ts'
import { ShareMeeting } from './share-meeting.tsx'
import { TermsDialog } from './terms-dialog.tsx'

/** From this long before the meeting on, the hand-over is shown above the place and time. */
const handOverFirstMs = 6 * 3_600_000

interface DealViewProps {
  deal: Deal
  viewerId: number
  /** Shown if the other party's texts look like a scam. */
  warning: ReactNode
}

/** A deal for one of its parties: its terms, and what can be done next. It is kept on the device for a meeting without a connection. */
export function DealView({ deal, viewerId, warning }: DealViewProps) {
  const isSeller = deal.seller.id === viewerId
  const isAsked = deal.status === 'PROPOSED' && deal.proposedBy !== viewerId
  const now = useNow()
  const isAhead = deal.status === 'ACCEPTED' && Date.parse(deal.meetsAt) - now > handOverFirstMs
  const reservesUntil = Date.parse(deal.meetsAt) + thresholds.deal.reservedHours * 3_600_000
  useEffect(() => saveOfflineDeal({ deal, viewerId }), [deal, viewerId])
  const atMeeting = (deal.status === 'ACCEPTED' || deal.status === 'COMPLETED') && (
    <AtMeeting deal={deal} viewerId={viewerId} />
  )
  return (
    <div className="mx-auto max-w-2xl">
      <Link href={paths.thread(deal.threadId)} className="link inline-flex min-h-11 items-center gap-1.5">
        <ArrowLeft size={18} />
        Conversation
      </Link>
      <StateHeading text={dealStateText(deal, viewerId)} />
      <div className="space-y-5">
        {warning}
        {deal.endReason && (
          <p className="rounded-control bg-accent-soft px-4 py-3 whitespace-pre-line wrap-anywhere text-accent-ink">
            {deal.endReason}
          </p>
        )}
        {!isAhead && atMeeting}
        {deal.status === 'ACCEPTED' && deal.listing.status === 'SOLD' && (
          <p className="rounded-control bg-accent-soft px-4 py-3 wrap-anywhere text-accent-ink">
            {isSeller
              ? `You marked it as sold. If ${deal.buyer.fullName} does not buy it, call this deal off, so that they do not come for nothing.`
              : 'It is marked as sold. If you did not buy it already, ask before you go.'}
          </p>
        )}
        <Terms deal={deal}>
          {isAsked && <Accept deal={deal} isSeller={isSeller} />}
          {deal.status === 'PROPOSED' && !isAsked && (
            <p className="mt-4 text-muted">{`${otherParty(deal, viewerId).fullName} has not answered yet.`}</p>
          )}
          {isSeller && deal.status === 'ACCEPTED' && reservesUntil > now && <Reserve deal={deal} />}
          {isOpen(deal) && <Change deal={deal} isSeller={isSeller} isAsked={isAsked} />}
          {(deal.status === 'DECLINED' || deal.status === 'CANCELLED') && (
            <ProposeAgain deal={deal} isSeller={isSeller} />
          )}
        </Terms>
        {deal.status === 'ACCEPTED' && <ShareMeeting deal={deal} />}
        {isAhead && atMeeting}
      </div>
    </div>
  )
}

/** The state of the deal. A change is announced to screen readers, and takes the focus of a removed button. */
function StateHeading({ text }: { text: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(text)
  useEffect(() => {
    if (shown.current === text) return
    shown.current = text
    // A dialog gives the focus back first.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) heading.current?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [text])
  return (
    <h1
      ref={heading}
      tabIndex={-1}
      aria-live="polite"
      className="mb-5 text-2xl font-extrabold wrap-anywhere outline-none sm:text-3xl"
    >
      {text}
    </h1>
  )
}

function Terms({ deal, children }: { deal: Deal; children: ReactNode }) {
  const { listing, price, meetsAt, place, lga, state } = deal
  return (
    <section aria-label="What the deal says" className="card p-5 sm:p-6">
      <p className="font-semibold wrap-anywhere">
        {listing.deletedAt ? (
          listing.title
        ) : (
          <Link href={paths.listing(listing.id)} className="link inline-flex min-h-11 items-center">
            {listing.title}
          </Link>
        )}
      </p>
      <p className="mt-1 text-3xl font-extrabold tracking-tight tabular-nums">{formatNaira(price)}</p>
      <ul className="mt-3 space-y-1.5">
        <li className="flex items-start gap-1.5">
          <CalendarClock size={18} className="mt-0.5" />
          <time dateTime={meetsAt}>{meetingTime(meetsAt)}</time>
        </li>
        <li className="flex items-start gap-1.5">
          <MapPin size={18} className="mt-0.5" />
          <span className="min-w-0 wrap-anywhere">{`${place}, ${lga}, ${state}`}</span>
        </li>
      </ul>
      <p className="mt-3 wrap-anywhere text-muted">
        {`${deal.buyer.fullName} buys from ${deal.seller.fullName}`}
      </p>
      {children}
    </section>
  )
}

/** A write about the deal, whose answer is its present state. */
function useDealWrite<Input>(write: WriteKey, send: (input: Input) => Promise<Deal>) {
  const client = useQueryClient()
  const setDealInCache = (deal: Deal | undefined) => {
    if (deal) client.setQueryData(queryKeyOf('GET /api/deals/:id', { params: { id: deal.id } }), deal)
  }
  return useMutation({
    mutationFn: send,
    onSuccess: setDealInCache,
    onError(error) {
      setDealInCache(currentOf<Deal>(error))
      showFailure('Not done', error)
    },
    onSettled: () => refreshChanged(client, write),
  })
}

function Accept({ deal, isSeller }: { deal: Deal; isSeller: boolean }) {
  const [reserves, setReserves] = useState(true)
  const accept = useDealWrite('POST /api/deals/:id/accept', () =>
    api('POST /api/deals/:id/accept', {
      params: { id: deal.id },
      body: { version: deal.version, reserves: isSeller && reserves },
    }),
  )
  return (
    <div className="mt-5">
      {isSeller && (
        <label className="mb-3 flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="size-4.5 accent-brand"
            checked={reserves}
            onChange={({ target }) => setReserves(target.checked)}
          />
          Show my listing as reserved
        </label>
      )}
      <BusyButton className="button w-full" busy={accept.isPending} onClick={() => accept.mutate(undefined)}>
        Accept
      </BusyButton>
    </div>
  )
}

function Reserve({ deal }: { deal: Deal }) {
  const reserve = useDealWrite('POST /api/deals/:id/reserve', (reserves: boolean) =>
    api('POST /api/deals/:id/reserve', { params: { id: deal.id }, body: { reserves } }),
  )
  return (
    <label className="mt-3 flex min-h-11 items-center gap-3">
      <input
        type="checkbox"
        className="size-4.5 accent-brand"
        checked={reserve.isPending ? reserve.variables : deal.reserves}
        aria-disabled={reserve.isPending}
        onChange={({ target }) => reserve.isPending || reserve.mutate(target.checked)}
      />
      My listing is shown as reserved
    </label>
  )
}

function Change({ deal, isSeller, isAsked }: { deal: Deal; isSeller: boolean; isAsked: boolean }) {
  const [dialog, setDialog] = useState<'terms' | 'end' | null>(null)
  const act = isAsked ? 'Decline' : deal.status === 'PROPOSED' ? 'Withdraw' : 'Call off'
  const close = () => setDialog(null)
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      <button
        type="button"
        className="button button-outline flex-auto px-3"
        onClick={() => setDialog('terms')}
      >
        {isAsked ? 'Suggest changes' : 'Change it'}
      </button>
      <button type="button" className="button button-outline flex-auto px-3" onClick={() => setDialog('end')}>
        {act}
      </button>
      <TermsDialog
        open={dialog === 'terms'}
        onClose={close}
        threadId={deal.threadId}
        listingId={deal.listing.id}
        isSeller={isSeller}
        deal={deal}
        onProposed={close}
      />
      <EndDialog deal={deal} open={dialog === 'end'} onClose={close} act={act} />
    </div>
  )
}

function ProposeAgain({ deal, isSeller }: { deal: Deal; isSeller: boolean }) {
  const [open, setOpen] = useState(false)
  const [, navigate] = useLocation()
  const isLeaving = useSession()?.isLeaving
  const { data: thread, refetch } = useQuery(
    apiQuery('GET /api/threads/:id', { params: { id: deal.threadId } }),
  )
  useSocketEvent(
    'threads_changed',
    useReadSoon(() => void refetch()),
  )
  if (!thread || !mayPropose(thread)) return null
  return (
    <>
      <button
        type="button"
        className="button button-outline mt-4 w-full"
        onClick={() =>
          isLeaving ? askToLogIn('You need to be logged in to propose a deal.') : setOpen(true)
        }
      >
        Propose another deal
      </button>
      <TermsDialog
        open={open}
        onClose={() => setOpen(false)}
        threadId={deal.threadId}
        listingId={deal.listing.id}
        isSeller={isSeller}
        ended={deal}
        onProposed={({ id }) => navigate(paths.deal(id))}
      />
    </>
  )
}

/** The hand-over; once the deal is completed, what follows from it. */
function AtMeeting({ deal, viewerId }: { deal: Deal; viewerId: number }) {
  const other = otherParty(deal, viewerId)
  const client = useQueryClient()
  const sell = useMutation({
    mutationFn: () =>
      api('POST /api/listings/:id/sale', {
        params: { id: deal.listing.id },
        body: { buyerId: deal.buyer.id },
      }),
    onSuccess: () => showToast({ title: 'Your listing is marked as sold' }),
    onError: (error) => showFailure('Not marked as sold', error),
    onSettled: () => refreshChanged(client, 'POST /api/listings/:id/sale'),
  })
  if (deal.status === 'ACCEPTED') return <HandOver deal={deal} viewerId={viewerId} />
  const isSeller = deal.seller.id === viewerId
  const maySell = isSeller && deal.listing.status === 'ACTIVE' && !deal.listing.deletedAt
  return (
    <section aria-labelledby="completed" className="card p-5 sm:p-6">
      <div role="status">
        <h2 id="completed" className="text-xl font-bold text-brand-ink">
          {isSeller ? `You have ${formatNaira(deal.price)}` : `${deal.seller.fullName} has the money`}
        </h2>
      </div>
      {(deal.youReviewed || deal.mayReview) && (
        <p className="mt-2">
          {deal.youReviewed
            ? `You reviewed ${other.fullName}.`
            : `Say how it went, so that others know who they meet. Your reviews of each other appear together, or ${limits.review.waitDays} days after the deal.`}
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {deal.mayReview && (
          <Link
            href={deal.youReviewed ? `${paths.user(other.id)}?tab=reviews` : paths.review(other.id)}
            className={deal.youReviewed ? 'button button-outline flex-auto px-3' : 'button flex-auto px-3'}
          >
            {deal.youReviewed ? 'See the reviews' : `Review ${other.fullName}`}
          </Link>
        )}
        {maySell && (
          <BusyButton
            className="button button-outline flex-auto px-3"
            busy={sell.isPending}
            onClick={() => sell.mutate()}
          >
            Mark sold
          </BusyButton>
        )}
      </div>
    </section>
  )
}
