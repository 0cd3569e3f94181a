import { globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readEnv } from '#server/env.ts'
import { formatNaira } from '#shared/money.ts'
import { everyMail } from '#tests/support/every-mail.ts'
import { composeMail } from './compose-mail.ts'
import type { MailBlock, MailDraft } from './mail-body.ts'
import { toHtml } from './mail-html.ts'

const origin = 'https://oja.example'
const env = readEnv({
  NODE_ENV: 'test',
  PUBLIC_URL: origin,
  SECRET_KEY: 'a secret of 32 characters or more',
})

async function htmlOf(draft: MailDraft): Promise<string> {
  const { content, subject } = await composeMail(draft, env)
  if (!content) throw new Error('A composed mail has a content.')
  return toHtml(content, subject, origin)
}

/** The addresses of links and pictures. */
const addressesIn = (html: string) =>
  [...html.matchAll(/(?:href|src|url)\s*[=(]\s*["']?([^"')>\s]+)/g)].map(([, address]) => address)

const isButton = (block: MailBlock) => typeof block === 'object' && ('button' in block || 'appeal' in block)
const listingIn = (draft: MailDraft) =>
  draft.body.flatMap((block) => (typeof block === 'object' && 'listing' in block ? [block.listing] : []))[0]

test.each(Object.entries(everyMail()))(
  '[MAIL-HTML] "%s" has the brand, a greeting, a button, the reason for it, and dark colours, all inline and under 102 KB',
  async (name, draft) => {
    const html = await htmlOf(draft)
    expect(html).toContain('>Ọjà</a>')
    expect(html).toContain(name === 'registration' ? 'Hello @ada_obi,' : 'Hello Ada,')
    expect(html).toContain('You get this mail because')
    expect(html).toContain('name="color-scheme" content="light dark"')
    expect(html).toContain('@media (prefers-color-scheme: dark)')
    // The code of a registration works only in the browser that requested it, and a link might open another
    // one.
    expect(draft.body.some(isButton)).toBe(name !== 'registration')
    expect(html).not.toMatch(/<link|@import|@font-face|<script/)
    for (const address of addressesIn(html)) expect(address).toMatch(/^(https:\/\/oja\.example|data:)/)
    expect(Buffer.byteLength(html)).toBeLessThan(102 * 1024)
  },
)

test('mails say log in and log out, as the pages do', async () => {
  for (const draft of Object.values(everyMail()))
    expect(await htmlOf(draft)).not.toMatch(/\bsign(s|ed)?[ -](in|out|up)\b/i)
})

test('[MAIL-HTML] a mail about a listing shows its picture from the public URL, its title and its price', async () => {
  const about = Object.values(everyMail()).filter((draft) => listingIn(draft))
  expect(about).toHaveLength(13)
  for (const draft of about) {
    const html = await htmlOf(draft)
    const listing = listingIn(draft)
    expect(html).toContain(`>${listing?.title}</div>`)
    expect(html).toContain(`>${formatNaira(listing?.price ?? 0)}</div>`)
    if (listing?.photo)
      expect(html).toContain(`src="${origin}/media/photos/00000000-0000-4000-8000-000000000000/320.webp"`)
  }
})

test('[MAIL-HTML] text of users never becomes markup', async () => {
  const attack = `"'><a href="https://evil.example">Confirm</a></mj-text><mj-raw><script>alert(1)</script>&lt;b&gt; {{x}} <!--[if mso]> ]]>`
  const written = fc.oneof(fc.constant(attack), fc.string({ unit: 'binary', maxLength: 300 }))
  const bare = await namesOfTags('Words')
  await fc.assert(
    fc.asyncProperty(written, async (text) => {
      // Line breaks are kept, nothing else.
      expect(await namesOfTags(text.replace(/[\r\n]/g, ' '))).toEqual(bare)
    }),
    { numRuns: 15, examples: [[attack]] },
  )
})

test('[MAIL-HTML] a web address in a name or a title is no link in mail programs, which make one of whatever looks like it', async () => {
  const people = { name: 'www.evil.test', title: 'Fan, see shop.evil.test or http://192.0.2.1/', text: 'x' }
  for (const draft of Object.values(everyMail(people)))
    expect((await composeMail({ ...draft, name: people.name }, env)).text).not.toMatch(/\.evil|\.test|:\/\/1/)
})

/** The tags of every mail in which people wrote `text` in each possible field. */
async function namesOfTags(text: string): Promise<string[][]> {
  const mails = Object.values(everyMail({ name: text || 'x', title: text || 'x', text: text || 'x' }))
  const pages = await Promise.all(mails.map(htmlOf))
  return pages.map((html) => html.match(/<[!/]?[a-z[-][a-z0-9-]*/gi) ?? [])
}

test('[MAIL-HTML] the longest texts fit what Gmail shows', async () => {
  const long = { name: '&'.repeat(80), title: '&'.repeat(100), text: '&'.repeat(5000) }
  for (const draft of Object.values(everyMail(long)))
    expect(Buffer.byteLength(await htmlOf(draft))).toBeLessThan(102 * 1024)
})

test('[MAIL-HTML] a subject ends with the title of a listing, so that a phone, which cuts it, shows what happened', () => {
  const title = 'Standing fan, 18 inch, three speeds, almost new'
  const ends = Object.values(everyMail({ name: 'Bola Ade', title, text: 'x' })).flatMap(({ subject }) =>
    subject.split(title).slice(1),
  )
  expect(ends.length).toBeGreaterThan(15)
  for (const end of ends) expect(end).toMatch(/^”?(, and \d+ more)?$/)
})

test('[MAIL-HTML] in a list of mails the subject is followed by the first sentence, not by itself again', async () => {
  for (const [name, draft] of Object.entries(everyMail())) {
    const preview = /<div style="display:none[^>]*>([^<]+)</.exec(await htmlOf(draft))?.[1]
    expect(preview, name).toBeTruthy()
    expect(preview, name).not.toBe(draft.subject)
  }
})

test('[MAIL-HTML] every six-digit number in a mail is its code, colours included', async () => {
  for (const draft of Object.values(everyMail())) {
    const found = new Set((await htmlOf(draft)).match(/\b\d{6}\b/g) ?? [])
    expect([...found]).toEqual(
      draft.body.some((block) => Object.hasOwn(Object(block), 'code')) ? ['031337'] : [],
    )
  }
})

test('[MAIL-HTML] every mail of a feature is tested here', () => {
  const looked = readFileSync('tests/support/every-mail.ts', 'utf8')
  const written = globSync('server/features/*/*.mails.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^export function (\w+)/gm)].map(([, name]) => name),
  )
  expect(written.length).toBeGreaterThan(15)
  for (const name of written) expect(looked).toContain(`: ${name}(`)
})
