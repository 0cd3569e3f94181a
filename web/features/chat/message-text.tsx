import { ExternalLink } from 'lucide-react'
import { type MouseEvent, type ReactNode, useMemo, useState } from 'react'
import { linksIn } from '#shared/links-in-text.ts'
import { useOrigin } from '#web/lib/origin.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { type Destination, destinationOf } from './links.ts'
import { isEmojiOnly } from './message-items.ts'

const look = 'font-medium underline underline-offset-2'

/** A link to another site: it shows its host, and asks before it opens, beside the conversation. */
function OutsideLink({ link }: { link: Extract<Destination, { kind: 'outside' }> }) {
  // Null until it is first asked: a text may have many links, and each dialog costs.
  const [asking, setAsking] = useState<boolean | null>(null)
  function ask(event: MouseEvent) {
    // Any button but the right one would open it.
    if (event.button === 2) return
    event.preventDefault()
    setAsking(true)
  }
  return (
    <>
      <a
        href={link.href}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
        className={look}
        onClick={ask}
        onAuxClick={ask}
      >
        <strong className="font-bold">{link.host}</strong>
        {link.rest}
        <ExternalLink size={12} aria-hidden className="ml-0.5 inline align-baseline" />
        <span className="sr-only"> (opens another website)</span>
      </a>
      {asking !== null && <LinkDialog link={link} open={asking} onClose={() => setAsking(false)} />}
    </>
  )
}

/** Links of one message that can be followed; further ones stand there as text. */
const mostLinks = 50
/** Characters of the address of a page of ours that are shown. */
const shownLength = 80

/** What somebody wrote: plain text, in which addresses of websites, and nothing else, can be followed. */
export function MessageText({ text }: { text: string }) {
  const origin = useOrigin()
  const parts = useMemo(() => partsOf(text, origin), [text, origin])
  if (isEmojiOnly(text)) return <p className="text-4xl leading-tight">{text}</p>
  return <p className="leading-snug [overflow-wrap:anywhere] whitespace-pre-wrap">{parts}</p>
}

/** The text with links in it. */
function partsOf(text: string, origin: string): ReactNode[] {
  const parts: ReactNode[] = []
  let written = 0
  let links = 0
  for (const { start, end, href } of linksIn(text)) {
    const link = destinationOf(href, origin)
    if (!link) continue
    parts.push(text.slice(written, start))
    parts.push(
      link.kind === 'outside' ? (
        <OutsideLink key={start} link={link} />
      ) : (
        <a key={start} href={link.path} className={look}>
          {shortened(text.slice(start, end))}
        </a>
      ),
    )
    written = end
    links += 1
    if (links === mostLinks) break
  }
  return [...parts, text.slice(written)]
}

function shortened(address: string): string {
  return address.length > shownLength ? `${address.slice(0, shownLength)}…` : address
}
