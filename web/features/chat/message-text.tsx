import { ExternalLink } from 'lucide-react'
import { type MouseEvent, useMemo, useState } from 'react'
import { useOrigin } from '#web/lib/origin.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { type Destination, textParts } from './links.ts'
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

/** What somebody wrote: plain text, in which addresses of websites, and nothing else, can be followed. */
export function MessageText({ text }: { text: string }) {
  const origin = useOrigin()
  const parts = useMemo(() => textParts(text, origin), [text, origin])
  if (isEmojiOnly(text)) return <p className="text-4xl leading-tight">{text}</p>
  return (
    <p className="leading-snug [overflow-wrap:anywhere] whitespace-pre-wrap">
      {parts.map(({ start, shown, link }) => {
        if (!link) return shown
        if (link.kind === 'outside') return <OutsideLink key={start} link={link} />
        return (
          <a key={start} href={link.path} className={look}>
            {shown}
          </a>
        )
      })}
    </p>
  )
}
