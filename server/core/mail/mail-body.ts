import { z } from 'zod'
import { Photo } from '#shared/contract/common.ts'
import type { MailKind, Topic } from '#shared/notification-topics.ts'

/** A listing as mails show it. */
export const MailListing = z.object({
  title: z.string(),
  /** Kobo; null where the reader may not know it. */
  price: z.number().nullable(),
  photo: Photo.nullable(),
  /** Its page, root-relative; null where there is none any more. */
  path: z.string().nullable(),
})
export type MailListing = z.output<typeof MailListing>

/**
 * A part of a mail: a paragraph of Oja's text, the title of what follows, a prominent code, a quotation of a person's text, or a link.
 * `words` is the link at the end of a paragraph; `appeal` the button that appeals an act of the moderation history.
 */
export type MailBlock =
  | string
  | { title: string }
  | { code: string }
  | { quote: string }
  | { list: string[] }
  | { button: string; href: string }
  | { text: string; words: string; href: string }
  | { appeal: number }
  | { listing: MailListing }

/** The address of something that only its recipient can do, through the login for who is not signed in; `path` may have a fragment. */
export const signedInPath = (path: string) => `/login?next=${encodeURIComponent(path)}`

/** A mail as features write it. Addresses on this site are root-relative. */
export interface MailDraft {
  to: string
  subject: string
  /** The recipient's name; the greeting uses its first word. */
  name: string
  /** The large heading: Oja's own text only, without a name, title or other text of a person. */
  heading: string
  /**
   * The content. Multi-line text from people belongs in a `quote` block, which separates it from Oja's own
   * text and never interprets it as markup.
   */
  body: MailBlock[]
  /**
   * Why the recipient gets it: a sentence, or the setting that turns such mails off. `topics`: those in a mail about several, each with
   * its own link.
   */
  reason: string | { userId: number; kind: MailKind; topics?: Topic[] }
  /** A newer mail with the same key replaces one that still waits to be sent. */
  key?: string
  /** ISO 8601. After this time the mail is useless and is not sent. */
  expiresAt?: string
}

/** A block with absolute addresses, and a listing's picture at its size in mails. */
export type FinishedBlock =
  | Exclude<MailBlock, { listing: MailListing } | { appeal: number }>
  | { card: { title: string; price: string | null; picture: string | null; href: string | null } }

/** The content of a mail's HTML part; the text part has the same content. */
export interface MailContent {
  heading: string | null
  greeting: string | null
  blocks: FinishedBlock[]
  reason: string | null
  /** Below the content: links that turn such mails off. */
  links: { words: string; href: string }[]
}

/**
 * The text part, with an empty line between paragraphs. Listing cards are left out: the text beside them
 * names the listing.
 */
export function toText({ greeting, blocks, reason, links }: MailContent): string {
  const below = links.map(({ words, href }) => `${words}:\n${href}`)
  return [greeting, ...blocks.map(blockToText), reason, ...below].filter(Boolean).join('\n\n')
}

function blockToText(block: FinishedBlock): string | null {
  if (typeof block === 'string') return block
  if ('title' in block) return block.title
  if ('code' in block) return block.code
  if ('quote' in block) return block.quote.replace(/^/gm, '> ')
  if ('list' in block) return block.list.map((item) => `– ${item}`).join('\n')
  if ('button' in block) return `${block.button}:\n${block.href}`
  if ('words' in block) return `${block.text} ${block.words}\n${block.href}`
  return null
}
