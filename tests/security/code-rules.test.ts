import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

interface Source {
  path: string
  text: string
}

/** The code that runs: neither tests nor the demo's drawings. */
async function sources(): Promise<Source[]> {
  const files: Source[] = []
  for (const root of ['server', 'shared', 'web']) {
    for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
      const path = `${entry.parentPath}/${entry.name}`.replaceAll('\\', '/')
      if (!entry.isFile() || !/\.tsx?$/.test(path) || /\.test\.|^server\/demo\//.test(path)) continue
      files.push({ path, text: await readFile(path, 'utf8') })
    }
  }
  return files
}

const code = await sources()

/** Files in which something stands that is written with care where it is needed, and nowhere else. */
const rules: [what: string, pattern: RegExp, where: string[]][] = [
  // Redis' own command `eval` runs a script that stands in the code.
  [
    'code made from text',
    /(?<!client\.)\beval\((?!script: string)|new Function\b|node:vm|setTimeout\(\s*['"`]/,
    [],
  ],
  [
    'HTML made from text',
    /innerHTML|insertAdjacentHTML|document\.write\(|srcDoc/i,
    ['web/features/users/profile-data.tsx', 'web/features/listings/detail/product-data.tsx'],
  ],
  [
    'messages of other windows',
    /addEventListener\(\s*'message'|\bonmessage\b/,
    [
      'web/features/favorites/favorites-broadcast.ts',
      'web/features/listings/outbox/listing-outbox.ts',
      'web/service-worker/',
    ],
  ],
  ['an address of javascript:', /['"`]javascript:/, []],
  ['programs that are started', /node:child_process/, ['server/db/embedded/']],
  ['a shell', /shell:\s*true|\bexecSync\(|[^.\w]exec\(\s*['"`]/, []],
  ['hashes other than SHA-256', /create(?:Hash|Hmac)\(\s*(?!'sha256')/, []],
  ['ciphers other than AES-256-GCM', /create(?:C|Dec)ipheriv\(\s*(?!'aes-256-gcm')/, []],
  [
    'chance that can be foreseen',
    /Math\.random/,
    // Which listings are looked at, and how long to wait.
    ['server/features/catalogue/search/statistics.db.ts', 'server/db/', 'web/'],
  ],
  [
    'certificates that are not checked',
    /rejectUnauthorized:\s*false|NODE_TLS_REJECT_UNAUTHORIZED|ignoreTLS:\s*true|tls:\s*false/,
    [],
  ],
  [
    'requests by the server',
    /await fetch\(|\bhttps?\.(?:request|get)\(|from '(?:undici|axios)'/,
    ['server/core/mail/sms.ts', 'web/'],
  ],
  [
    'expressions made from text',
    /new RegExp\(/,
    ['shared/listing-warnings.ts', 'web/service-worker/page-strategy.ts'],
  ],
  [
    'UUIDs, which have 122 random bits',
    /randomUUID/,
    ['server/features/chat/messages.service.ts', 'server/commands/mail-command.ts', 'web/'],
  ],
  [
    'what browsers keep, of a person only by storePrivate',
    /(?:local|session)Storage\.setItem|writeStored\(|indexedDB\.open|document\.cookie =/,
    [
      'web/app/install-criteria.ts',
      'web/app/push-moments.ts',
      'web/app/scroll.ts',
      'web/app/update.ts',
      'web/entry-first.ts',
      'web/features/listings/form/drafts/draft-slot.ts',
      'web/features/searches/save-search.tsx',
      'web/lib/choice-cookie.ts',
      'web/lib/place.ts',
      'web/lib/private-storage.ts',
      'web/lib/reload-once.ts',
      'web/lib/storage.ts',
      'web/lib/outbox-listings.ts',
      'web/ui/toast.ts',
    ],
  ],
  ['XML that is read', /DOMParser|xml2js|fast-xml|libxml/, []],
]

test.each(rules)('[ASVS-CODE] %s: only in the listed places', (_, pattern, where) => {
  const found = code.filter(({ text }) => pattern.test(text)).map(({ path }) => path)
  expect(found.filter((path) => !where.some((place) => path.startsWith(place)))).toEqual([])
})

test('[ASVS-CODE] the server’s only outgoing request follows no redirect and has a timeout', () => {
  const sender = code.find(({ path }) => path === 'server/core/mail/sms.ts')?.text ?? ''
  expect(sender).toContain("redirect: 'error'")
  expect(sender).toContain('AbortSignal.timeout(')
})

test('[ASVS-CODE] secrets come from node:crypto, with at least 128 bits', () => {
  // What names a request in the log is no secret.
  const lengths = code
    .filter(({ path }) => path.startsWith('server/') && path !== 'server/core/log/request-tracking.ts')
    .flatMap(({ text }) => [...text.matchAll(/randomBytes\((\w+)\)/g)].map(([, length]) => Number(length)))
    .filter((length) => !Number.isNaN(length))
  expect(lengths.length).toBeGreaterThan(3)
  for (const length of lengths) expect(length).toBeGreaterThanOrEqual(16)
})

test('[ASVS-CODE] passwords are masked, may be pasted, and have autocomplete names', async () => {
  const input = code.find(({ path }) => path === 'web/ui/password-input.tsx')?.text
  expect(input).toContain("type={shown ? 'text' : 'password'}")
  const forms = code.filter(({ text }) => text.includes('<PasswordInput'))
  expect(forms.length).toBeGreaterThan(1)
  for (const { path, text } of forms)
    expect([path, text]).toEqual([
      path,
      expect.stringMatching(/autoComplete(?:=|: )['"](?:current|new)-password['"]/),
    ])
  for (const { path, text } of [...forms, { path: 'the field', text: input ?? '' }])
    expect([path, text]).toEqual([
      path,
      expect.not.stringMatching(/onPaste|onBeforeInput|autoComplete="off"/),
    ])
})

test('[ASVS-CODE] HTML is built from data blocks with escaped characters', () => {
  const made = code.filter(({ text }) => text.includes('dangerouslySetInnerHTML'))
  expect(made.length).toBeGreaterThan(0)
  for (const { text } of made)
    expect(text).toMatch(
      /<script type="application\/ld\+json" dangerouslySetInnerHTML=\{\{ __html: toDataBlock\(/,
    )
})
