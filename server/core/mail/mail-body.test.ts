import { chmod, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { insertListing } from '#tests/support/listings.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { privateFiles } from './private-files.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const large = 'font-size:32px'
/** The HTML part, decoded from quoted-printable. */
const htmlOf = (raw: string) =>
  raw.slice(raw.indexOf('<!doctype')).replaceAll('=\r\n', '').replaceAll('=3D', '=')

test('[MAIL-QUOTE] six digits that people write get no code layout, in reviews, questions and answers', async () => {
  const [seller, buyer] = [await t.user({ fullName: '123456' }), await t.user({ fullName: '654321' })]
  const id = await insertListing(t, seller)
  const text = 'It is good.\n\n482913\n\n<b>Your account is locked</b>'
  await buyer.api('POST /api/users/:id/reviews', {
    params: { id: seller.id },
    body: { stars: 5, comment: text },
  })
  const asked = await buyer.api('POST /api/listings/:id/questions', {
    params: { id },
    body: { question: text },
  })
  await seller.api('PATCH /api/questions/:id/answer', { params: { id: asked.id }, body: { answer: text } })
  const mails = [...(await t.mails(seller.email)), ...(await t.mails(buyer.email))]
  expect(mails).toHaveLength(3)
  for (const { raw, text: plain } of mails) {
    const html = htmlOf(raw)
    expect(html).not.toContain(large)
    expect(html).toContain(
      'It is good.<br /><br />482913<br /><br />&lt;b&gt;Your account is locked&lt;/b&gt;</blockquote>',
    )
    // Quoted, to separate it from Oja's own text, in plain text too.
    expect(plain).toContain('> It is good.\n> \n> 482913\n> \n> <b>Your account is locked</b>')
    expect(plain).not.toMatch(/^482913$/m)
  }
})

test('[MAIL-QUOTE] a code mail highlights the code and nothing else', async () => {
  const user = await t.user()
  await t.visitor('POST /api/auth/forgot-password', { body: { email: user.email } })
  const [mail] = await t.mails(user.email)
  const code = /^\d{6}$/m.exec(mail?.text ?? '')?.[0]
  // So that no out-of-office program answers.
  expect(mail?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  const html = htmlOf(mail?.raw ?? '')
  expect(html.split(large)).toHaveLength(2)
  expect(html).toContain(`font-weight:bold">${code}</div>`)
})

test('[MAIL-QUOTE] a subject is one line of visible characters, also with names stored before names were cleaned', async () => {
  const [seller, buyer] = [await t.user(), await t.user()]
  const full_name = `Ada\r\nBcc: x@example.com\u202E\u0000${'A'.repeat(300)}`.replace('\u0000', '')
  await t.db.updateTable('users').set({ full_name }).where('id', '=', buyer.id).execute()
  await t.db.updateTable('users').set({ full_name: '\u200B' }).where('id', '=', seller.id).execute()
  await buyer.api('POST /api/users/:id/reviews', { params: { id: seller.id }, body: { stars: 4 } })
  const [mail] = await t.mails(seller.email)
  expect(mail?.raw.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/im)
  expect(mail?.text).not.toContain('\u202E')
  expect(mail?.text).toMatch(/^Hello there,/)
  expect(mail?.subject).toMatch(/^Ada Bcc: x@example\.comA+ reviewed you on Oja$/)
})

test('a reply to a mail from Oja itself reaches support; one to a mail about another person does not', async () => {
  const [seller, buyer] = [await t.user(), await t.user()]
  await t.visitor('POST /api/auth/forgot-password', { body: { email: seller.email } })
  await buyer.api('POST /api/users/:id/reviews', { params: { id: seller.id }, body: { stars: 5 } })
  const [code, review] = await t.mails(seller.email)
  expect(code?.raw).toMatch(new RegExp(`^Reply-To: ${t.env.SUPPORT_EMAIL}\r$`, 'm'))
  expect(review?.raw).not.toMatch(/^Reply-To:/m)
})

test('[MAIL-PRIVATE] mail and SMS files are readable by their user only, whatever the umask', async () => {
  const before = process.umask(0)
  try {
    const user = await t.user()
    await t.visitor('POST /api/auth/forgot-password', { body: { email: user.email } })
    await user.api('POST /api/settings/phone/send-code')
    await t.jobs.drain()
  } finally {
    process.umask(before)
  }
  for (const name of ['mail', 'sms']) {
    const folder = join(t.env.DATA_DIR, name)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    const files = await readdir(folder)
    expect(files.length).toBeGreaterThan(0)
    for (const file of files) expect((await stat(join(folder, file))).mode & 0o777, file).toBe(0o600)
  }
})

test('[MAIL-PRIVATE] a folder left open by an earlier version is closed', async () => {
  const { createMailer } = await import('./mail.ts')
  const folder = join(t.env.DATA_DIR, 'mail')
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o755)
  const mailer = createMailer(t.env, () => {})
  await mailer.deliver({ to: 'ada@example.com', subject: 'Hello', text: 'Hello.' }, 'one')
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
})

test('[MAIL-PRIVATE] mails of one moment are files of their own, in the order in which they were sent', async () => {
  const write = privateFiles(join(t.env.DATA_DIR, 'together'))
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  const paths = [await write('a.eml', 'first'), await write('a.eml', 'second')]
  clock.mockRestore()
  expect(new Set(paths).size).toBe(2)
  expect(paths).toEqual([...paths].sort())
})
