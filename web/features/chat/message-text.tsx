import Linkify from 'linkify-react'
import type { Opts } from 'linkifyjs'
import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { useAbsoluteUrl } from '#web/lib/origin.tsx'
import { isEmojiOnly } from './message-items.ts'

interface LinkProps {
  attributes: Record<string, string>
  content: ReactNode
}

/** A link to another site: it says so, passes nothing on, and opens beside the conversation. */
function OutsideLink({ attributes, content }: LinkProps) {
  return (
    <a
      href={attributes.href}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      className="font-medium underline underline-offset-2"
    >
      {content}
      <ExternalLink size={12} aria-hidden className="ml-0.5 inline align-baseline" />
      <span className="sr-only"> (opens another website)</span>
    </a>
  )
}

function OwnLink({ attributes, content }: LinkProps) {
  return (
    <a href={attributes.href} className="font-medium underline underline-offset-2">
      {content}
    </a>
  )
}

/** What somebody wrote: plain text, in which addresses of websites, and nothing else, can be followed. */
export function MessageText({ text }: { text: string }) {
  const origin = useAbsoluteUrl()('/')
  if (isEmojiOnly(text)) return <p className="text-4xl leading-tight">{text}</p>
  const options: Opts = {
    defaultProtocol: 'https',
    validate: (value, type) =>
      type === 'url' && (/^https?:\/\//i.test(value) || !/^[a-z]+:\/\//i.test(value)),
    truncate: 80,
    render: ({ attributes, content }) => {
      const Anchor = String(attributes.href).startsWith(origin) ? OwnLink : OutsideLink
      return <Anchor attributes={attributes} content={content} />
    },
  }
  return (
    <p className="leading-snug [overflow-wrap:anywhere] whitespace-pre-wrap">
      <Linkify options={options}>{text}</Linkify>
    </p>
  )
}
