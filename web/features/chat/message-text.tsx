import { useQuery } from '@tanstack/react-query'
import { ExternalLink, ShieldAlert } from 'lucide-react'
import { type MouseEvent, useMemo, useRef, useState } from 'react'
import { formatNaira } from '#shared/money.ts'
import { apiQuery } from '#web/lib/api.ts'
import { useDataSaver } from '#web/lib/data-saver.tsx'
import { useOrigin } from '#web/lib/page-context.ts'
import { paths } from '#web/lib/paths.ts'
import { useInView } from '#web/lib/use-in-view.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { type Destination, textParts } from './links.ts'
import { ListingPicture } from './listing-picture.tsx'
import { isEmojiOnly } from './message-items.ts'

const styles = 'font-medium underline underline-offset-2'

/** A link to another site: it shows the host, and asks for confirmation before it opens in a new tab. */
function OutsideLink({ link }: { link: Extract<Destination, { kind: 'outside' }> }) {
  // Null until it first opens: a text may have many links, and each dialog costs.
  const [dialogOpen, setDialogOpen] = useState<boolean | null>(null)
  function ask(event: MouseEvent) {
    // Every button except the right one would open it.
    if (event.button === 2) return
    event.preventDefault()
    setDialogOpen(true)
  }
  return (
    <>
      <a
        href={link.href}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
        className={styles}
        onClick={ask}
        onAuxClick={ask}
      >
        <strong className="font-bold">{link.host}</strong>
        {link.rest}
        <ExternalLink size={12} className="ml-0.5 inline align-baseline" />
        <span className="sr-only"> (opens another website)</span>
      </a>
      {dialogOpen !== null && (
        <LinkDialog link={link} open={dialogOpen} onClose={() => setDialogOpen(false)} />
      )}
    </>
  )
}

/** The text of a message: plain text with clickable addresses of websites, and a card of the first listing among them. */
export function MessageText({ text }: { text: string }) {
  const origin = useOrigin()
  const parts = useMemo(() => textParts(text, origin), [text, origin])
  const listingId = parts.reduce<number | null>(
    (found, { link }) => found ?? (link?.kind === 'own' ? listingIdIn(link.path) : null),
    null,
  )
  if (isEmojiOnly(text)) return <p className="text-4xl leading-tight">{text}</p>
  const words = (
    <p dir="auto" className="leading-snug [overflow-wrap:anywhere] whitespace-pre-wrap">
      {parts.map(({ start, shown, link }) => {
        if (!link) return shown
        if (link.kind === 'outside') return <OutsideLink key={start} link={link} />
        if (link.kind === 'imitation')
          return (
            <a key={start} href={link.path} className={styles}>
              <strong className="font-bold">{link.host}</strong>
              {link.rest}
            </a>
          )
        return (
          <a key={start} href={link.path} className={styles}>
            {shown}
          </a>
        )
      })}
    </p>
  )
  if (listingId === null) return words
  return (
    <>
      {words}
      <ListingLink id={listingId} />
    </>
  )
}

interface LinkDialogProps {
  link: Extract<Destination, { kind: 'outside' }>
  open: boolean
  onClose: () => void
}

/** Asks for confirmation before a link in a message opens another site. */
function LinkDialog({ link: { href, host, isOdd }, open, onClose }: LinkDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="This link leads out of Oja"
      description={
        <>
          It goes to{' '}
          <strong className="mt-1 block text-base text-ink [overflow-wrap:anywhere]">{host}</strong>
        </>
      }
      footer={
        <>
          <button type="button" className="button" data-autofocus onClick={onClose}>
            Stay here
          </button>
          <a
            href={href}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            className="button button-outline"
            onClick={onClose}
          >
            Open the link
          </a>
        </>
      }
    >
      <div className="flex items-start gap-3 rounded-card bg-accent-soft p-4 text-sm text-accent-ink">
        <ShieldAlert size={20} className="mt-0.5" />
        <div className="space-y-2">
          <p>
            We do not know this website. Do not pay there, and enter no password, card number or code because
            somebody in a chat asks you to: Oja never asks for them outside Oja.
          </p>
          {isOdd && <p>Its name has letters that can look like others, so it may imitate a site you know.</p>}
        </div>
      </div>
      <p className="mt-3 max-h-24 overflow-y-auto text-xs text-muted [overflow-wrap:anywhere]">{href}</p>
    </Dialog>
  )
}

/** The listing of an address of ours, such as /listings/42; null for other pages. */
function listingIdIn(path: string): number | null {
  const [, id] = /^\/listings\/([1-9]\d{0,8})(?:[?#]|$)/.exec(path) ?? []
  return id ? Number(id) : null
}

/** A card of a listing below a link to it, read when it comes into view; nothing for one that is gone, or with data saver. */
function ListingLink({ id }: { id: number }) {
  const [saving] = useDataSaver()
  const place = useRef<HTMLDivElement>(null)
  const isInView = useInView(place, { rootMargin: '0px' })
  const { data } = useQuery({
    ...apiQuery('GET /api/listings/:id', { params: { id } }),
    enabled: isInView && !saving,
    retry: false,
  })
  const isShown = data && data.status !== 'HIDDEN'
  return (
    <div ref={place}>
      {isShown && (
        <a
          href={paths.listing(id)}
          className="mt-2 flex items-center gap-3 rounded-card border border-line bg-surface p-2"
        >
          <ListingPicture photo={data.photos[0]} size={48} isFaded={data.status === 'SOLD'} />
          <span className="min-w-0 flex-1 text-sm">
            <span dir="auto" className="block truncate font-medium">
              {data.title}
            </span>
            <span className="block font-bold">{formatNaira(data.price)}</span>
          </span>
        </a>
      )}
    </div>
  )
}
