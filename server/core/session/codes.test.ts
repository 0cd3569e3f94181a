import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createCode, hashCode } from './codes.ts'

const env = { SECRET_KEY: 'a-key-of-thirty-two-characters-or-more', DATA_DIR: '/nonexistent' }
const otherEnv = { ...env, SECRET_KEY: 'another-key-of-thirty-two-characters-too' }

test('every code has six digits, also one that begins with zeros', async () => {
  const codes = await Promise.all(
    Array.from({ length: 300 }, () => createCode(env, 'REGISTER:ada@example.com')),
  )
  for (const { code } of codes) expect(code).toMatch(/^\d{6}$/)
})

test('[AUTH-CODE-HASHED] the stored hash of a code depends on the server’s key', async () => {
  const scope = 'REGISTER:ada@example.com'
  const { code, hash } = await createCode(env, scope)
  expect(hash).toEqual(await hashCode({ ...env }, scope, code))
  expect(hash).not.toEqual(await hashCode(otherEnv, scope, code))
  expect(hash).not.toEqual(createHash('sha256').update(`${scope}:${code}`).digest())
})
