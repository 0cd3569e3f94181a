import { ExternalLink } from 'lucide-react'
import { type MouseEvent, useMemo, useState } from 'react'
import { useOrigin } from '#web/lib/page-context.ts'
import { LinkDialog } from './link-dialog.tsx'
import { type Destination, textParts } from './links.ts'
import { ListingLink, listingIdIn } from './listing-link.tsx'
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
    <p className="leading-snug [overflow-wrap:anywhere] whitespace-pre-wrap">
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
