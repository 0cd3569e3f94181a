import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { contract } from '#shared/contract/index.ts'
import { AppError, errorStatus } from '#shared/errors.ts'
import { findUnanswered, findUndeclared, takeAnsweredErrors } from './support/answered-errors.ts'

test('[API-ERRORS-DECLARED] a test file fails if an endpoint answers an error that its contract entry does not name', async () => {
  takeAnsweredErrors()
  const app = Fastify()
  app.setErrorHandler((error, _, reply) => {
    const { code, status } = error as AppError
    return reply.code(status).send({ code })
  })
  // Of the entry itself, of every call, of a session that this one does not need, and of a scope of its own, as uploads have.
  await app.register(async (scope) => {
    for (const code of ['LISTING_ENDED', 'RATE_LIMITED', 'UNAUTHENTICATED', 'CONFLICT'] as const)
      scope.get(`/${code}`, { config: { endpoint: 'GET /api/listings/:id' } }, async () => {
        throw new AppError(code, 'Refused.')
      })
    scope.get('/picture', { config: { endpoint: 'POST /api/uploads' } }, async (_, reply) =>
      reply.code(422).send({ error: { message: 'Damaged.' } }),
    )
    scope.get('/elsewhere', async (_, reply) => reply.code(409).send({}))
  })
  for (const url of [
    '/LISTING_ENDED',
    '/RATE_LIMITED',
    '/UNAUTHENTICATED',
    '/CONFLICT',
    '/picture',
    '/elsewhere',
  ])
    await app.inject(url)
  const answered = takeAnsweredErrors()
  expect(answered.map(({ code, status }) => code ?? status)).toEqual([
    'LISTING_ENDED',
    'RATE_LIMITED',
    'UNAUTHENTICATED',
    'CONFLICT',
    422,
  ])
  expect(await findUndeclared(answered)).toEqual([
    'GET /api/listings/:id answered {"code":"UNAUTHENTICATED"}',
    'GET /api/listings/:id answered {"code":"CONFLICT"}',
  ])
  expect(takeAnsweredErrors()).toEqual([])
  await app.close()
})

test('[API-ERRORS-DECLARED] a declared error that no test got is named', async () => {
  const endpoint = 'GET /api/listings/:id'
  const { errors } = contract[endpoint]
  const [, ...others] = Object.keys(errors) as (keyof typeof errors)[]
  const got = others.map((code) => ({ endpoint, code, status: errorStatus[code], body: '' }) as const)
  expect((await findUnanswered(got)).filter((line) => line.startsWith(`${endpoint} `))).toEqual([
    'GET /api/listings/:id declares NO_LONGER_AVAILABLE, which no test of the API got',
  ])
})
