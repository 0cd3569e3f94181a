import { argon2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashPassword, isOutdated, verifyPassword } from './password.ts'

test('[AUTH-PASSWORD-HASH] a password is stored as argon2id with the recommended cost and a salt', async () => {
  const first = await hashPassword('ewa agoyin 4 ever')
  const second = await hashPassword('ewa agoyin 4 ever')
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(first).not.toBe(second)
  expect(await verifyPassword('ewa agoyin 4 ever', first)).toBe(true)
  expect(await verifyPassword('ewa agoyin 4 eve', first)).toBe(false)
  expect(isOutdated(first)).toBe(false)
})

test('Unicode-equivalent passwords match', async () => {
  const hash = await hashPassword('ọjà ọba'.normalize('NFC'))
  expect(await verifyPassword('ọjà ọba'.normalize('NFD'), hash)).toBe(true)
})

test('[AUTH-PASSWORD-EXACT] a password counts as typed: case, spaces, signs and all 200 characters', async () => {
  const password = ` Ａé①\t🧺 ${'x'.repeat(190)}`
  const hash = await hashPassword(password)
  expect(await verifyPassword(password, hash)).toBe(true)
  const others = [
    password.toLowerCase(),
    password.trim(),
    password.slice(0, -1),
    `${password} `,
    password.normalize('NFKC'),
  ]
  for (const other of others) expect(await verifyPassword(other, hash)).toBe(false)
})

test('a hash with other parameters verifies and is outdated; anything else never matches', async () => {
  const nonce = Buffer.from('sixteen byte nce')
  const tag = argon2Sync('argon2id', {
    message: 'old password',
    nonce,
    memory: 8192,
    passes: 3,
    parallelism: 1,
    tagLength: 32,
  })
  const plain = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  const old = `$argon2id$v=19$m=8192,t=3,p=1$${plain(nonce)}$${plain(tag)}`
  expect(await verifyPassword('old password', old)).toBe(true)
  expect(isOutdated(old)).toBe(true)
  expect(await verifyPassword('no password', 'no password')).toBe(false)
  expect(await verifyPassword('', null)).toBe(false)
})

test.each(['m=8192,t=2,p=1', 'm=19456,t=1,p=1', 'm=19456,t=2,p=2'])(
  '[AUTH-PASSWORD-REHASH] a hash with %s is outdated',
  (parameters) => {
    expect(isOutdated(`$argon2id$v=19$${parameters}$${'a'.repeat(22)}$${'b'.repeat(43)}`)).toBe(true)
  },
)

test('[OVERLOAD] when more passwords wait than can be checked in time, further ones are refused immediately', async () => {
  const attempts = await Promise.allSettled(Array.from({ length: 100 }, () => verifyPassword('any', null)))
  const refused = attempts.filter((each) => each.status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThan(20)
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'OVERLOADED', retryAfter: 3 })
  expect(await verifyPassword('any', null)).toBe(false)
})
