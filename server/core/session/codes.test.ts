import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createCode, hashCode } from './codes.ts'

const env = { SECRET_KEY: 'a-key-of-thirty-two-characters-or-more', DATA_DIR: '/nonexistent' }
const otherEnv = { ...env, SECRET_KEY: 'another-key-of-thirty-two-characters-too' }

test('[AUTH-CODE-HASHED] the stored hash of a code depends on the server’s key', async () => {
  const scope = 'REGISTER:ada@example.com'
  const { code, hash } = await createCode(env, scope)
  expect(hash).toEqual(await hashCode({ ...env }, scope, code))
  expect(hash).not.toEqual(await hashCode(otherEnv, scope, code))
  expect(hash).not.toEqual(createHash('sha256').update(`${scope}:${code}`).digest())
})
