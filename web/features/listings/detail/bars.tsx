import { ArrowLeft, MessageCircle, Pencil, Share2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Listing } from '#shared/contract/listings.ts'
import { formatNaira } from '#shared/money.ts'
import { useAbsoluteUrl } from '#web/lib/page-context.ts'
import { paths } from '#web/lib/paths.ts'
import { shareLink } from '#web/lib/share.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { useStartChat } from './use-start-chat.ts'

/** Phones: back and share, on the photo, and fixed at the top. */
export function MobileTopBar({ title, path }: { title: string; path: string }) {
  const absolute = useAbsoluteUrl()
  function goBack(event: React.MouseEvent) {
    // Visitors from a page of Oja go back in history; readers of a shared link go to Browse.
    if (!canGoBack()) return
    event.preventDefault()
    history.back()
  }
  return (
    <div className="listing-bar sticky top-0 z-30 print:hidden">
      <a href={paths.browse} data-back onClick={goBack} aria-label="Back">
        <ArrowLeft className="size-5" />
      </a>
      <p aria-hidden dir="auto">
        {title}
      </p>
      <button
        type="button"
        aria-label="Share"
        className="noscript:hidden"
        onClick={() => shareLink(title, absolute(path))}
      >
        <Share2 className="size-5" />
      </button>
    </div>
  )
}

interface MobileActionBarProps {
  listing: Listing
  isOwn: boolean
  /** Similar listings come first: contact is the second choice. */
  showsSimilarFirst: boolean
  save: ReactNode
}

/** Phones: the price and the next step, fixed at the bottom. */
export function MobileActionBar({ listing, isOwn, showsSimilarFirst, save }: MobileActionBarProps) {
  return (
    <div className="listing-action-bar z-30 flex flex-wrap items-center gap-x-3 gap-y-1.5 border-t border-line bg-surface px-4 pt-2.5 md:hidden print:hidden">
      {/* The full price, on a separate line if it does not fit beside the buttons. */}
      <p className="grow-999 text-lg leading-tight font-extrabold tabular-nums">
        {formatNaira(listing.price)}
      </p>
      {isOwn ? (
        <a href={paths.editListing(listing.id)} className="button grow">
          <Pencil className="size-4" />
          Edit
        </a>
      ) : (
        <div className="flex grow gap-3">
          {save}
          <ContactButton
            listingId={listing.id}
            label="Contact"
            className={showsSimilarFirst ? 'button-outline grow' : 'grow'}
          />
        </div>
      )}
    </div>
  )
}

/** Desktops: back to the list one came from, as it was; without one, to all listings. */
export function DesktopBackLink() {
  return (
    <a
      href={paths.browse}
      data-back="list"
      onClick={goBackToList}
      className="button button-quiet mb-4 -ml-4 hidden md:inline-flex"
    >
      <ArrowLeft className="size-4" />
      Back to Listings
    </a>
  )
}

/**
 * Goes back in this tab's history to the last entry of Browse: search, filters, open pages and position are as they were. Without
 * one, and in browsers without the Navigation API, the link is followed.
 */
function goBackToList(event: React.MouseEvent) {
  const { navigation } = window as { navigation?: TabHistory }
  const here = navigation?.currentEntry.index ?? 0
  const list = navigation
    ?.entries()
    .findLast(({ url, index }) => index < here && new URL(url).pathname === paths.browse)
  if (!list || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  history.go(list.index - here)
}

/** The Navigation API: the entries of this origin around the current one. */
interface TabHistory {
  entries: () => { url: string; index: number }[]
  currentEntry: { index: number }
}

/**
 * Whether the entry before this one in the browser's history is a page of Oja. The Navigation API lists entries of this
 * origin only. Where it is missing: whether the app itself navigated here (`isFollowed`, set by scroll.ts), or the referrer is a page of
 * Oja. web/entry-first.ts applies the same rule.
 */
function canGoBack(): boolean {
  const { navigation } = window as { navigation?: { canGoBack: boolean } }
  return (
    navigation?.canGoBack ??
    (history.length > 1 &&
      (history.state?.isFollowed === true || document.referrer.startsWith(`${location.origin}/`)))
  )
}

interface ListingActionsProps {
  listing: Listing
  isOwn: boolean
  showsSimilarFirst: boolean
  save: ReactNode
}

/** Actions on a listing on wide screens; phones have `MobileActionBar`. */
export function ListingActions({ listing, isOwn, showsSimilarFirst, save }: ListingActionsProps) {
  const absolute = useAbsoluteUrl()
  return (
    <div className="hidden flex-wrap gap-3 md:flex">
      {isOwn ? (
        <a href={paths.editListing(listing.id)} className="button grow">
          <Pencil className="size-4" />
          Edit listing
        </a>
      ) : (
        <>
          <ContactButton
            listingId={listing.id}
            label="Chat with Seller"
            className={`min-h-12 w-full text-lg ${showsSimilarFirst ? 'button-outline' : ''}`}
          />
          {save}
        </>
      )}
      <button
        type="button"
        className="button button-outline grow noscript:hidden"
        onClick={() => shareLink(listing.title, absolute(paths.listing(listing.id)))}
      >
        <Share2 className="size-4" />
        Share
      </button>
    </div>
  )
}

interface ContactButtonProps {
  listingId: number
  label: 'Chat with Seller' | 'Contact'
  className?: string
}

/** Opens the conversation with the seller; asks visitors to log in. */
function ContactButton({ listingId, label, className = '' }: ContactButtonProps) {
  const chat = useStartChat(listingId)
  return (
    <>
      <noscript>
        {/* React leaves out what stands in noscript where scripts run: browsers need not load it. */}
        {import.meta.env.SSR && (
          <p className="text-sm text-muted">
            To contact the seller, turn on JavaScript, or update this browser, and load the page again.
          </p>
        )}
      </noscript>
      <BusyButton
        className={`button noscript:hidden ${className}`}
        busy={chat.busy}
        onClick={() => void chat.start()}
      >
        <MessageCircle className="size-4.5" />
        {label}
      </BusyButton>
    </>
  )
}
