import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cannotMount, mountSmallDisk } from '#tests/support/small-disk.ts'
import { openSecretKey, requireKey, seal, secretKey, unseal } from './secret-key.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oja-key-'))
})
afterAll(() => rm(folder, { recursive: true }))

const secret = Buffer.from('what an app shares with us')
const given = { SECRET_KEY: 'a-key-of-more-than-thirty-two-characters', DATA_DIR: '/nowhere' }

test('[AUTH-SEALED] a sealed secret is unreadable, differs each time, and opens for its account', async () => {
  const key = await secretKey(given, 'totp')
  const [one, two] = [seal(key, secret, '7'), seal(key, secret, '7')]
  expect(one.equals(two)).toBe(false)
  expect(one.includes(secret)).toBe(false)
  expect(unseal(key, one, '7')).toEqual(secret)
})

test('[AUTH-SEALED] a sealed secret does not open for another account, with another key, or with one bit changed', async () => {
  const key = await secretKey(given, 'totp')
  const sealed = seal(key, secret, '7')
  expect(unseal(key, sealed, '8')).toBeNull()
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed)
    changed.writeUInt8((changed[at] ?? 0) ^ 1, at)
    expect(unseal(key, changed, '7')).toBeNull()
  }
  expect(unseal(key, sealed.subarray(0, 20), '7')).toBeNull()
  const others = [
    await secretKey({ ...given, SECRET_KEY: 'another-key-of-thirty-two-characters-too' }, 'totp'),
    await secretKey(given, 'registration proof'),
  ]
  for (const other of others) expect(unseal(other, sealed, '7')).toBeNull()
})

test('[AUTH-KEY-FILE] without SECRET_KEY a key file is created once, readable by its user only, also by simultaneous starts', async () => {
  const settings = { SECRET_KEY: undefined, DATA_DIR: join(folder, 'data') }
  const keys = await Promise.all(Array.from({ length: 5 }, () => secretKey({ ...settings }, 'totp')))
  for (const key of keys) expect(key.equals(keys[0] ?? Buffer.alloc(0))).toBe(true)
  const file = join(settings.DATA_DIR, 'secret.key')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(Buffer.from(await readFile(file, 'utf8'), 'base64')).toHaveLength(32)
})

test('[AUTH-KEY-FILE] a public server with a database elsewhere makes no key: another machine, or this one after the loss of its disk, would make another', async () => {
  const DATA_DIR = await mkdtemp(join(folder, 'public-'))
  const own = { NODE_ENV: 'production', DATABASE_URL: undefined, SECRET_KEY: undefined, DATA_DIR } as const
  const elsewhere = { ...own, DATABASE_URL: 'postgresql://oja@db.example/oja' }
  expect(() => requireKey(elsewhere)).toThrow(/^There is no key in \S+secret\.key, .*SECRET_KEY/)
  requireKey({ ...elsewhere, SECRET_KEY: given.SECRET_KEY })
  requireKey(own)
  expect(await readdir(DATA_DIR)).toEqual([])
  // What an earlier version, or the embedded database, made is used.
  await openSecretKey(own)
  requireKey(elsewhere)
})

test.skipIf(cannotMount() !== null)(
  '[AUTH-KEY-FILE] a full disk leaves no half of a key: it is made as soon as there is space',
  async () => {
    const DATA_DIR = await mkdtemp(join(folder, 'full-'))
    const disk = mountSmallDisk(DATA_DIR, 1)
    try {
      disk.fill()
      await expect(secretKey({ SECRET_KEY: undefined, DATA_DIR }, 'totp')).rejects.toThrow(/ENOSPC/)
      disk.clear()
      expect(await secretKey({ SECRET_KEY: undefined, DATA_DIR }, 'totp')).toHaveLength(32)
    } finally {
      disk.remove()
    }
  },
)

test('[AUTH-KEY-FILE] an incomplete key gives an error that does not show its contents', async () => {
  await writeFile(join(folder, 'secret.key'), 'abc')
  const settings = { SECRET_KEY: undefined, DATA_DIR: folder }
  const asked = secretKey(settings, 'totp')
  await expect(asked).rejects.toThrow(/The key in .*secret\.key is incomplete/)
  await expect(asked).rejects.not.toThrow(/abc/)
  // Once it is brought back, without a restart.
  await writeFile(join(folder, 'secret.key'), 'k'.repeat(44))
  expect(await secretKey(settings, 'totp')).toHaveLength(32)
})
