import type { Env } from '#server/env.ts'
import { formatNaira } from '#shared/money.ts'
import { type MailKind, mailKinds } from '#shared/notification-topics.ts'
import { photoSources } from '#shared/photo-sizes.ts'
import { decisionPath } from '#shared/rules.ts'
import { absoluteUrl } from '#shared/same-origin.ts'
import { plainLine } from '#shared/text.ts'
import { siteOrigin } from '../http/origin.ts'
import type { SecretKeySettings } from '../session/secret-key.ts'
import type { Mail } from './mail.ts'
import { type FinishedBlock, type MailBlock, type MailDraft, signedInPath, toText } from './mail-body.ts'
import { appealToken, unsubscribeToken } from './signed-links.ts'

/** Turns a draft into a complete mail for the queue: greeting, footer, absolute addresses. */
export async function composeMail(
  { name, heading, body, reason, ...mail }: MailDraft,
  env: Pick<Env, 'PUBLIC_URL' | 'PORT'> & SecretKeySettings,
): Promise<Mail> {
  const origin = siteOrigin(env)
  const blocks = await Promise.all(body.map((block) => finish(block, origin, env)))
  const greeting = `Hello ${withoutLinks(firstNameOf(name))},`
  if (typeof reason === 'string') {
    const content = { heading, greeting, blocks, reason, links: [] }
    return { ...mail, text: toText(content), content }
  }
  const { userId, kind, topics: named = [kind] } = reason
  const turnOff = async (one: MailKind) =>
    absoluteUrl(`/unsubscribe?token=${await unsubscribeToken(env, { userId, kind: one })}`, origin)
  const links = named.map(async (one) => ({
    words: `Turn off mails about ${mailKinds[one]}`,
    href: await turnOff(one),
  }))
  const content = {
    heading,
    greeting,
    blocks,
    reason: `You get this mail because mails about ${mailKinds[kind]} are on.`,
    links: [
      ...(await Promise.all(links)),
      { words: 'All mail settings', href: absoluteUrl(signedInPath('/settings#notifications'), origin) },
    ],
  }
  return { ...mail, text: toText(content), content, unsubscribe: await turnOff(kind) }
}

/** 'Ada' for 'Ada Obi'; 'there' for a name without visible letters. */
function firstNameOf(name: string): string {
  return plainLine(name).split(' ')[0] || 'there'
}

/**
 * Adds a space where a mail program would turn a web address into a link. Oja's sentences contain names and titles, and a link there would
 * look like one from Oja. Quotations stay as written.
 */
const withoutLinks = (text: string) => text.replace(/\.(?=[\p{L}\p{M}]{2})|:\/\/(?=\S)/gu, '$& ')

async function finish(block: MailBlock, origin: string, keys: SecretKeySettings): Promise<FinishedBlock> {
  if (typeof block === 'string') return withoutLinks(block)
  if ('list' in block) return { list: block.list.map(withoutLinks) }
  if ('appeal' in block) {
    const token = await appealToken(keys, block.appeal)
    return { button: 'Appeal', href: absoluteUrl(decisionPath(token), origin) }
  }
  if ('href' in block) {
    const href = absoluteUrl(block.href, origin)
    return 'text' in block ? { ...block, text: withoutLinks(block.text), href } : { ...block, href }
  }
  if (!('listing' in block)) return block
  const { title, price, photo, path } = block.listing
  return {
    card: {
      title: withoutLinks(title),
      price: price === null ? null : formatNaira(price),
      picture: photo && absoluteUrl(photoSources(photo, 'card', true).src, origin),
      href: path && absoluteUrl(path, origin),
    },
  }
}
