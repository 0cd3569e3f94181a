import Linkify from 'linkify-react'
import type { Opts } from 'linkifyjs'
import { ExternalLink } from 'lucide-react'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { useAbsoluteUrl } from '#web/lib/origin.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { type Destination, destinationOf, hostOf } from './links.ts'
import { isEmojiOnly } from './message-items.ts'

const look = 'font-medium underline underline-offset-2'

/** A link to another site: it shows its host, and asks before it opens, beside the conversation. */
function OutsideLink({ link }: { link: Extract<Destination, { kind: 'outside' }> }) {
  const [asking, setAsking] = useState(false)
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
      <LinkDialog link={link} open={asking} onClose={() => setAsking(false)} />
    </>
  )
}

/** What somebody wrote: plain text, in which addresses of websites, and nothing else, can be followed. */
export function MessageText({ text }: { text: string }) {
  const ownHost = hostOf(useAbsoluteUrl()('/'))
  if (isEmojiOnly(text)) return <p className="text-4xl leading-tight">{text}</p>
  const options: Opts = {
    defaultProtocol: 'https',
    validate: (value, type) =>
      type === 'url' && (/^https?:\/\//i.test(value) || !/^[a-z]+:\/\//i.test(value)),
    truncate: 80,
    render: ({ attributes, content }) => (
      <FoundLink href={String(attributes.href)} ownHost={ownHost} content={content} />
    ),
  }
  return (
    <p className="leading-snug [overflow-wrap:anywhere] whitespace-pre-wrap">
      <Linkify options={options}>{text}</Linkify>
    </p>
  )
}

function FoundLink({ href, ownHost, content }: { href: string; ownHost: string; content: ReactNode }) {
  const link = destinationOf(href, ownHost)
  if (!link) return content
  if (link.kind === 'outside') return <OutsideLink link={link} />
  return (
    <a href={link.path} className={look}>
      {content}
    </a>
  )
}
