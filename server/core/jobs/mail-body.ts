import { plainLines } from '#shared/text.ts'

/** A part of a mail: Oja's own words, a code that stands out, or what a person wrote. */
export type MailPart = string | { code: string } | { quote: string }

/**
 * What a mail says, as plain text and as the parts that its HTML is made of. What people wrote goes in as `quote` where it may
 * have several lines: it is set off from Oja's own words, and gets no other layout whatever it looks like.
 */
export function mailBody(...parts: MailPart[]): { text: string; parts: MailPart[] } {
  return { text: parts.map(toText).join('\n\n'), parts }
}

function toText(part: MailPart): string {
  if (typeof part === 'string') return part
  return 'code' in part ? part.code : part.quote.replace(/^/gm, '> ')
}

/** The body of the HTML part. A mail without parts was queued before there were any: its text has no layout. */
export function toHtml(text: string, parts: MailPart[] = text.split(/\n{2,}/)): string {
  const style = 'font-family:sans-serif;font-size:16px;line-height:1.5'
  const body = parts.map(partToHtml).join('\n')
  return `<!doctype html>\n<html lang="en">\n<body style="${style}">\n${body}\n</body>\n</html>\n`
}

function partToHtml(part: MailPart): string {
  if (typeof part === 'string') return `<p>${escapeText(part)}</p>`
  return 'code' in part
    ? `<p style="font-size:32px;font-weight:bold">${escapeText(part.code)}</p>`
    : `<blockquote dir="auto" style="margin:0;padding-left:12px;border-left:3px solid #ccc">${escapeText(part.quote)}</blockquote>`
}

function escapeText(text: string): string {
  return plainLines(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '<br>')
}
