import { PRODUCT_NAME } from '#shared/limits.ts'
import { plainLines } from '#shared/text.ts'
import type { FinishedBlock, MailContent } from './mail-body.ts'

/**
 * The colours of web/app/tokens.css, repeated here because mail programs support neither variables nor
 * light-dark().
 */
const light = {
  ground: '#fbf9f4',
  surface: '#ffffff',
  sunken: '#f3efe6',
  ink: '#18201b',
  muted: '#5a645d',
  line: '#e6e0d4',
  mark: '#8a9089',
  brand: '#006b3f',
  link: '#006b3f',
  soft: '#e2f1e9',
  onBrand: '#ffffff',
}
const dark: typeof light = {
  // Not the #101411 of tokens.css: mail programs and tests that look for a sign-in code would take six bare digits for it.
  ground: '#10140f',
  surface: '#191e1a',
  sunken: '#232a24',
  ink: '#eef2ee',
  muted: '#a6b0a8',
  line: '#2c332d',
  mark: '#7c867e',
  brand: '#35b07a',
  link: '#5fd09c',
  soft: '#16342a',
  onBrand: '#04140b',
}

/** Inline styles are the light ones, which every program supports; these override them on dark screens. */
const styles = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
.break { overflow-wrap: anywhere; }
.heading div { text-wrap: balance; }
@media (max-width: 479px) {
  .sheet > table > tbody > tr > td { padding: 24px 20px 8px !important; }
  .button table { width: 100% !important; }
}
@media (prefers-color-scheme: dark) {
  body, .ground { background: ${dark.ground} !important; }
  .sheet, .sheet > table, .sheet > table > tbody > tr > td { background: ${dark.surface} !important; border-color: ${dark.line} !important; }
  .ink, .ink div { color: ${dark.ink} !important; }
  .muted, .muted div { color: ${dark.muted} !important; }
  .link, .muted a { color: ${dark.link} !important; }
  .sunken { background: ${dark.sunken} !important; border-color: ${dark.mark} !important; color: ${dark.ink} !important; }
  .soft { background: ${dark.soft} !important; color: ${dark.ink} !important; }
  .lined { border-color: ${dark.line} !important; }
  .button td, .button a { background: ${dark.brand} !important; color: ${dark.onBrand} !important; }
}`

const fonts = "'Plus Jakarta Sans', -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
/** Pixels; a listing's picture is square. */
const picture = 88

/** MJML source in which every inserted text is escaped. */
interface Markup {
  source: string
}

/** A template tag: the literal parts are markup, inserted strings are escaped. */
function markup(written: TemplateStringsArray, ...values: (string | number | Markup | Markup[])[]): Markup {
  const sources = values.map((value) => {
    if (Array.isArray(value)) return value.map(({ source }) => source).join('')
    return typeof value === 'object' ? value.source : escapeText(String(value))
  })
  return { source: String.raw({ raw: written }, ...sources) }
}

function escapeText(text: string): string {
  return plainLines(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

const none: Markup = { source: '' }
const inLines = (text: string): Markup => ({ source: escapeText(text).replaceAll('\n', '<br />') })

/**
 * Renders the HTML part, which links only to `origin` and to addresses in the content. MJML makes the tables
 * that Outlook needs. Its renderer is loaded with the first mail: 20 ms.
 */
export async function toHtml(content: MailContent, subject: string, origin: string): Promise<string> {
  renderer ??= loadRenderer()
  const result = (await renderer).toHtml(document(content, subject, origin).source)
  if (result.type === 'error') throw new Error(`MJML: ${result.message}`)
  return result.content
}

let renderer: ReturnType<typeof loadRenderer> | undefined

async function loadRenderer() {
  const { Engine } = await import('mrml')
  const engine = new Engine()
  // No web fonts: a mail program would fetch them from another host when the mail is read.
  engine.setRenderOptions({ disableComments: false, socialIconOrigin: null, fonts: {} })
  return engine
}

function document(
  { heading, greeting, blocks, reason, links }: MailContent,
  subject: string,
  origin: string,
) {
  return markup`<mjml lang="en" dir="ltr">
<mj-head>
<mj-title>${subject}</mj-title>
<mj-preview>${previewOf(blocks) ?? subject}</mj-preview>
<mj-breakpoint width="480px" />
<mj-raw><meta name="color-scheme" content="light dark" /><meta name="supported-color-schemes" content="light dark" /></mj-raw>
<mj-attributes>
<mj-all font-family="${fonts}" />
<mj-text padding="0 0 16px" font-size="16px" line-height="1.5" color="${light.ink}" css-class="ink" />
<mj-section padding="0" />
</mj-attributes>
<mj-style>${{ source: styles }}</mj-style>
</mj-head>
<mj-body width="600px" background-color="${light.ground}" css-class="ground">
<mj-wrapper padding="24px 12px">
<mj-section padding="0 8px 16px"><mj-column><mj-text padding="0">
<a href="${origin}" class="link" style="color:${light.link};font-size:24px;font-weight:800;line-height:36px;text-decoration:none"><img src="${origin}/icon-192.png" width="36" height="36" alt="" style="display:inline-block;width:36px;height:36px;vertical-align:top;border-radius:9px;margin-right:10px" />Ọjà</a>
</mj-text></mj-column></mj-section>
<mj-section background-color="${light.surface}" border="1px solid ${light.line}" border-radius="16px" padding="32px 36px 16px" css-class="sheet"><mj-column>
${heading ? markup`<mj-text font-size="24px" line-height="1.25" font-weight="800" padding="0 0 20px" css-class="ink heading">${heading}</mj-text>` : none}
${greeting ? paragraph(greeting) : none}
${blocks.map(blockToMarkup)}
</mj-column></mj-section>
<mj-section padding="20px 8px 0"><mj-column>
${reason ? footnote(markup`${reason}`) : none}
${links.length > 0 ? footnote(inRow(links)) : none}
${footnote(markup`${PRODUCT_NAME}, the marketplace for Nigeria<br />${inRow(helpLinks(origin))}`)}
</mj-column></mj-section>
</mj-wrapper>
</mj-body>
</mjml>`
}

/** The line that lists of mails show after the subject: the first sentence of the content. */
function previewOf(blocks: FinishedBlock[]): string | undefined {
  for (const block of blocks) {
    if (typeof block === 'string') return block
    if ('text' in block) return block.text
  }
}

const paragraph = (text: string) => markup`<mj-text><span class="break">${inLines(text)}</span></mj-text>`

const footnote = (content: Markup) =>
  markup`<mj-text font-size="13px" line-height="1.5" color="${light.muted}" padding="0 0 8px" css-class="muted">${content}</mj-text>`

function inRow(links: MailContent['links']): Markup {
  const source = links
    .map(({ words, href }) => markup`<a href="${href}" style="color:${light.link}">${words}</a>`.source)
    .join(' &nbsp;·&nbsp; ')
  return { source }
}

const helpLinks = (origin: string) => [
  { words: 'Safety tips', href: `${origin}/safety` },
  { words: 'Contact', href: `${origin}/contact` },
]

function blockToMarkup(block: FinishedBlock): Markup {
  if (typeof block === 'string') return paragraph(block)
  if ('title' in block)
    return markup`<mj-text font-size="19px" line-height="1.3" font-weight="800" padding="8px 0 12px" css-class="ink">${block.title}</mj-text>`
  if ('code' in block)
    return markup`<mj-text padding="4px 0 20px"><div class="soft" style="background:${light.soft};color:${light.ink};border-radius:12px;padding:18px 8px 18px 16px;text-align:center;font-size:32px;line-height:1.2;letter-spacing:8px;font-weight:bold">${block.code}</div></mj-text>`
  if ('quote' in block)
    return markup`<mj-text padding="0 0 20px"><blockquote dir="auto" class="sunken break" style="margin:0;padding:12px 16px;background:${light.sunken};border-left:4px solid ${light.mark};border-radius:8px">${inLines(block.quote)}</blockquote></mj-text>`
  if ('list' in block)
    return markup`<mj-text><ul class="break" style="margin:0;padding-left:20px">${block.list.map((item) => markup`<li>${item}</li>`)}</ul></mj-text>`
  if ('button' in block)
    return markup`<mj-button href="${block.href}" align="left" background-color="${light.brand}" color="${light.onBrand}" font-size="16px" font-weight="700" line-height="20px" border-radius="12px" inner-padding="14px 28px" padding="4px 0 24px" css-class="button">${block.button}</mj-button>`
  if ('words' in block)
    return markup`<mj-text><span class="break">${block.text} <a href="${block.href}" class="link" style="color:${light.link};font-weight:600">${block.words}</a></span></mj-text>`
  return card(block.card)
}

type Card = Extract<FinishedBlock, { card: unknown }>['card']

function card({ title, price, picture: src, href }: Card): Markup {
  const link = (content: Markup) =>
    href
      ? markup`<a href="${href}" class="ink" style="color:${light.ink};text-decoration:none">${content}</a>`
      : content
  const image = src
    ? markup`<td width="${picture}" style="width:${picture}px;padding:12px 0 12px 12px">${link(markup`<img src="${src}" width="${picture}" height="${picture}" alt="Photo" class="sunken" style="display:block;width:${picture}px;height:${picture}px;object-fit:cover;border-radius:10px;background:${light.sunken}" />`)}</td>`
    : none
  const cost = price
    ? markup`<div style="font-size:18px;line-height:24px;font-weight:800;padding-top:4px">${price}</div>`
    : none
  return markup`<mj-text padding="0 0 20px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="lined" style="width:100%;table-layout:fixed;border:1px solid ${light.line};border-radius:14px;border-collapse:separate"><tr>${image}<td class="ink break" style="padding:12px 16px;color:${light.ink}">${link(markup`<div class="break" style="font-size:16px;line-height:22px;font-weight:600">${title}</div>${cost}`)}</td></tr></table></mj-text>`
}
