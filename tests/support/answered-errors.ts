import diagnostics from 'node:diagnostics_channel'
import { appendFile, readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { Contract } from '#shared/contract/index.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { type ErrorCode, errorStatus } from '#shared/errors.ts'

export interface AnsweredError {
  endpoint: keyof Contract
  status: number
  /** Absent in the answer of an endpoint whose errors are not problem details. */
  code: ErrorCode | undefined
  body: string
}

const answered = new Map<string, AnsweredError>()

// Every server of this process, before its first route: a hook that is added later misses the scopes of before, such as that of uploads.
diagnostics.subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('preSerialization', async ({ routeOptions }, { statusCode: status }, payload) => {
    const { endpoint } = routeOptions.config
    const { code } = Object(payload) as { code?: ErrorCode }
    if (endpoint && status >= 400)
      answered.set(`${endpoint} ${code ?? status}`, { endpoint, status, code, body: JSON.stringify(payload) })
    return payload
  })
})

/** What the endpoints of this process's servers answered since the last call, each error once. */
export function takeAnsweredErrors(): AnsweredError[] {
  const errors = [...answered.values()]
  answered.clear()
  return errors
}

/** Notes them in a file, for `readAnsweredErrors`; several processes may do so at the same time. */
export async function noteAnsweredErrors(path: string, errors: AnsweredError[]): Promise<void> {
  await appendFile(path, errors.map((error) => `${JSON.stringify(error)}\n`).join(''))
}

/** None if no file was noted. */
export async function readAnsweredErrors(path: string): Promise<AnsweredError[]> {
  const notes = await readFile(path, 'utf8').catch(() => '')
  return notes
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

const isSame = (code: ErrorCode, one: Pick<AnsweredError, 'code' | 'status'>) =>
  one.code ? one.code === code : one.status === errorStatus[code]

/** The errors that the contract does not name for their endpoint: neither its `errors`, nor what follows from its other facts. */
export async function findUndeclared(errors: AnsweredError[]): Promise<string[]> {
  // Most files of unit tests get no error, and load no contract.
  if (errors.length === 0) return []
  const { contract } = await import('#shared/contract/index.ts')
  const { errorsOf } = await import('#server/core/openapi/endpoint-errors.ts')
  return errors
    .filter(
      (error) => !errorsOf(error.endpoint, contract[error.endpoint]).some(([code]) => isSame(code, error)),
    )
    .map(({ endpoint, body }) => `${endpoint} answered ${body}`)
}

/** What `errors` of the contract's entries declare, and no endpoint answered. */
export async function findUnanswered(errors: AnsweredError[]): Promise<string[]> {
  const { contract } = await import('#shared/contract/index.ts')
  return Object.entries(contract as Record<string, Endpoint>).flatMap(
    ([endpoint, { errors: declared = {} }]) => {
      const own = errors.filter((error) => error.endpoint === endpoint)
      const codes = Object.keys(declared) as ErrorCode[]
      return codes
        .filter((code) => !own.some((error) => isSame(code, error)))
        .map((code) => `${endpoint} declares ${code}, which no test of the API got`)
    },
  )
}
