import { chmod, cp, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '#tests/support/run-command.ts'
import { type SmtpServer, startSmtpServer } from '#tests/support/smtp-server.ts'
import { startTestApp } from '#tests/support/test-app.ts'

let folder: string
let smtp: SmtpServer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oja-commands-'))
  smtp = await startSmtpServer()
})
afterAll(async () => {
  await smtp.close()
  await rm(folder, { recursive: true, force: true })
})

/** Runs `npm run mail -- test` with a settings file of these lines; the environment is empty by default. */
async function mailTest(lines: string[], environment: Record<string, string> = {}) {
  const file = join(folder, 'oja.env')
  await writeFile(file, lines.join('\n'))
  return run(['scripts/mail.mjs', 'test', 'you@example.com', '--settings', file], environment)
}

const run = (
  args: string[],
  settings: Record<string, string> = {},
  options: { cwd?: string; uid?: number } = {},
) => runCommand(args, { settings: { DATA_DIR: folder, ...settings }, ...options })

const production = () => [
  '# as deploy/systemd/oja.env',
  'NODE_ENV=production',
  'PUBLIC_URL=https://oja.example',
  'SUPPORT_EMAIL=people@example.com',
  'DEMO=0',
  `SMTP_URL=${smtp.url}`,
]

test('[OPS-MAIL-TEST] npm run mail -- test sends one mail immediately and prints the mail server’s reply', async () => {
  smtp.behaviour = 'take'
  const taken = await mailTest([...production(), 'MAIL_FROM=Oja <no-reply@example.com>'])
  expect(taken).toEqual({
    code: 0,
    output: expect.stringMatching(
      /^The mail server at 127\.0\.0\.1:\d+ accepted the mail to you@example\.com from Oja <no-reply@example\.com>: 250 taken\n$/,
    ),
  })
  expect((await smtp.nextMail()).raw).toContain('To: you@example.com')

  smtp.behaviour = 'reject'
  const refused = await mailTest([...production(), 'MAIL_FROM=Oja <no-reply@example.com>'])
  expect(refused).toEqual({
    code: 1,
    output: expect.stringMatching(
      /^The mail to you@example\.com was rejected \(EENVELOPE: .*550 never\)\. Let the mail/,
    ),
  })
  expect(refused.output.trim()).not.toContain('\n')
})

test('[OPS-MAIL-TEST] without a mail server it prints the path of the file', async () => {
  const { code, output } = await mailTest(['SUPPORT_EMAIL=people@example.com'])
  expect({ code, output }).toEqual({
    code: 0,
    output: expect.stringMatching(/^SMTP_URL is not set: the mail is in/),
  })
  expect(await readdir(join(folder, 'mail'))).toHaveLength(1)
})

test('[OPS-SETTINGS-FILE] the default MAIL_FROM is refused in production, also when it is set explicitly', async () => {
  for (const line of ['', 'MAIL_FROM=Oja <no-reply@oja.example>'])
    expect(await mailTest([...production(), line])).toEqual({
      code: 1,
      output: expect.stringMatching(/^Bad settings: MAIL_FROM must be set in production/),
    })
})

test('[OPS-SETTINGS-FILE] --settings: the environment overrides the file, quoted values may contain #, an unquoted # in a value is refused', async () => {
  smtp.behaviour = 'take'
  const quoted = await mailTest([...production(), 'MAIL_FROM="Oja #1 <no-reply@example.com>" # a comment'])
  expect(quoted).toMatchObject({
    code: 0,
    output: expect.stringContaining('from Oja #1 <no-reply@example.com>'),
  })
  const given = await mailTest([...production(), 'MAIL_FROM=Oja <no-reply@example.com>'], {
    MAIL_FROM: 'Another <other@example.com>',
  })
  expect(given).toMatchObject({
    code: 0,
    output: expect.stringContaining('from Another <other@example.com>'),
  })
  for (const line of ['METRICS_TOKEN=half#of-a-long-token', 'METRICS_TOKEN=#of-a-long-token'])
    expect(await mailTest(['# lines', line])).toEqual({
      code: 1,
      output: expect.stringMatching(
        /^Line 2 of .*oja\.env has # in a value: write the value in double quotes\.\n$/,
      ),
    })
})

test('[OPS-SETTINGS-FILE] the first line counts too in a file that an editor of Windows began with a mark', async () => {
  expect(await mailTest(['\uFEFFNODE_ENV=production'])).toEqual({
    code: 1,
    output: expect.stringMatching(/^Bad settings: PUBLIC_URL must be set in production/),
  })
})

test('[OPS-SETTINGS-FILE] a settings file that cannot be read gives a one-line error, for every command', async () => {
  for (const name of ['admin', 'backup', 'restore', 'mail', 'start', 'worker'])
    expect(await run([`scripts/${name}.mjs`, '--settings=/no/such.env'])).toEqual({
      code: 1,
      output: expect.stringMatching(
        /^The settings in \/no\/such\.env cannot be read: there is no such file\. .*\n$/,
      ),
    })
})

test('[OPS-SETTINGS-FILE] certificates that cannot be read or are none give a one-line error', async () => {
  const none = join(folder, 'none.pem')
  await writeFile(none, '-----BEGIN CERTIFICATE-----\nnothing\n-----END CERTIFICATE-----\n')
  for (const [file, reason] of [
    ['/no/such.pem', 'there is no such file'],
    [none, 'error:[^\n]*PEM[^\n]*'],
  ] as const)
    expect(await mailTest([`NODE_EXTRA_CA_CERTS=${file}`])).toEqual({
      code: 1,
      output: expect.stringMatching(
        `^The certificates in ${file} \\(NODE_EXTRA_CA_CERTS\\) cannot be used: ${reason}\\.\n$`,
      ),
    })
})

test('[OPS-FILE-ERRORS] a start that has to build where its user may not write gives one line', async () => {
  const tree = join(folder, 'tree')
  await cp('scripts', join(tree, 'scripts'), { recursive: true })
  await symlink(resolve('node_modules'), join(tree, 'node_modules'))
  await chmod(folder, 0o755)
  await chmod(tree, 0o555)
  // Root runs it as a user without rights.
  const uid = process.getuid?.() === 0 ? { uid: 65_534 } : {}
  const { code, output } = await run(['scripts/start.mjs'], {}, { cwd: tree, ...uid })
  await chmod(tree, 0o755)
  expect({ code, output }).toEqual({
    code: 1,
    output: `Building Oja… failed: this user may not write into ${tree}/. Run "npm run build" there as the user who may.\n`,
  })
})

test('[START-ADMIN] without its settings a command finds no marketplace, and makes none', async () => {
  const elsewhere = join(folder, 'elsewhere')
  for (const args of [
    ['scripts/admin.mjs', 'grant', 'ada@example.com'],
    ['scripts/backup.mjs', '-'],
  ])
    expect(await run(args, { DATA_DIR: elsewhere })).toEqual({
      code: 1,
      output: `There is no marketplace in ${elsewhere}. Name the settings of yours (--settings <file>, or DATA_DIR), or start Oja there first.\n`,
    })
  expect(await readdir(folder)).not.toContain('elsewhere')
})

test.each([
  'scripts/mail.mjs test you',
  'scripts/mail.mjs test you@example.com me@example.com',
  'scripts/admin.mjs toString you@example.com',
  'scripts/admin.mjs grant you@example.com me@example.com',
])('[OPS-TOOLS] node %s is no command: the usage is shown', async (line) => {
  const { code, output } = await run(line.split(' '))
  expect(code).toBe(1)
  expect(output).toMatch(/^This is not an? (mail|admin) command\. Usage: npm run /)
})

test('[START-ADMIN] grant warns where the new administrator cannot sign in, or is to be deleted', async () => {
  const t = await startTestApp()
  try {
    const [open, closed, unproved] = [await t.user(), await t.user(), await t.user()]
    await t.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', unproved.id).execute()
    await t.db
      .updateTable('users')
      .set({ banned_at: new Date(), deletion_due_at: new Date(Date.now() + 1e9) })
      .where('id', '=', closed.id)
      .execute()
    const grant = async (email: string) =>
      (await run(['scripts/admin.mjs', 'grant', email], { DATABASE_URL: t.env.DATABASE_URL ?? '' })).output
    expect(await grant(open.email)).not.toContain('Careful')
    expect(await grant(` ${unproved.email} `)).toMatch(
      /is now an administrator.*this e-mail is not verified/s,
    )
    expect(await grant(closed.email)).toMatch(/is now an administrator.*account is banned.*to be deleted/s)
  } finally {
    await t.close()
  }
})

test.each([
  ['tests/fuzz/run.ts', '--seed', 'one', '--seed is a whole number, not "one".'],
  ['tests/chaos/run.ts', '--rounds', 'ten', '--rounds is a number above 0, not "ten".'],
  ['tests/chaos/run.ts', '--only', 'nothing', 'There is no fault nothing. Known: '],
  ['tests/cluster/run.ts', '--kept', '', "Unknown option '--kept'. The options are --only, --list, --keep."],
  ['bench/uploads.ts', '--round', '5', "Unknown option '--round'. The options are --rounds, --tree."],
  ['bench/load-test/run.ts', '--scale', '2k', '--scale is 10k, 100k, 1m or 10m.'],
])(
  '[OPS-TOOLS] node %s %s %s ends with one line that says what to change',
  async (tool, option, value, line) => {
    const { code, output } = await run([tool, option, value].filter(Boolean))
    expect([code, output.trim().split('\n').length]).toEqual([1, 1])
    expect(output).toContain(line)
  },
)
