import { z } from 'zod'
import type { Endpoint } from '#shared/endpoint.ts'
import { errorStatus } from '#shared/errors.ts'
import type { FuzzRequest } from './fuzz-request.ts'
import type { Answer } from './http-client.ts'

/** Milliseconds, generous enough for a busy machine. */
const slow = 10_000

/** Patterns that no response may contain: source paths, stack traces, hashes. */
const inside = [
  /\bat .{1,200}\.(ts|js|mjs|cjs):\d+/,
  /node_modules|node:internal/,
  /\$argon2|\$2[aby]\$/,
  /\/(home|root|usr|var|tmp|work)\//,
  /postgres(ql)?:\/\//,
]

/** Patterns that no error may contain in addition: texts of SQL, libraries and the system. */
const insideOfErrors = [
  /\b(select|insert into|update|delete from)\b.+\b(from|set|values|where)\b/i,
  /\b(syntax error at|violates|duplicate key|relation "|column "|constraint|invalid input syntax|out of range for)\b/i,
  /\b(kysely|postgres|fastify|zod|libvips|vips|sharp|busboy|pg_\w+|ECONN\w+|EACCES|ENOENT|TypeError|RangeError|FST_\w+)\b/,
]

const oneOf = (header: string | string[] | undefined) => [header].flat().join(', ')

/** The faults of any response. */
export function findLeaks(answer: Pick<Answer, 'status' | 'text'>): string[] {
  const text = answer.text.slice(0, 100_000)
  const patterns = answer.status >= 400 ? [...inside, ...insideOfErrors] : inside
  return patterns.filter((pattern) => pattern.test(text)).map((pattern) => `tells of the inside: ${pattern}`)
}

function findErrorFaults(answer: Answer, isUpload: boolean): string[] {
  const type = oneOf(answer.headers['content-type'])
  const body = parse(answer.text) as Record<string, unknown> | undefined
  if (isUpload && body && typeof body === 'object' && 'error' in body) {
    const { message } = body.error as { message?: unknown }
    return typeof message === 'string' && message.length > 3 ? [] : ['an upload error without a sentence']
  }
  const faults: string[] = []
  if (!type.startsWith('application/problem+json')) faults.push(`an error of type ${type}`)
  const code = body?.code as keyof typeof errorStatus
  // A request that the HTTP parser refused has no code of its own.
  const isUnreadable = code === 'BAD_REQUEST' && (answer.status === 431 || answer.status === 408)
  if (!Object.hasOwn(errorStatus, String(code)) || (errorStatus[code] !== answer.status && !isUnreadable))
    faults.push(`status ${answer.status} with the code ${String(code)}`)
  if (typeof body?.title !== 'string' || typeof body.detail !== 'string' || body.detail === '')
    faults.push('an error without a sentence')
  return faults
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function findSuccessFaults(endpoint: Endpoint, answer: Answer, request: FuzzRequest): string[] {
  const { response, access, body } = endpoint
  const faults: string[] = []
  const isAdmin = request.caller === 'admin'
  if (access === 'admin' && !isAdmin) faults.push('somebody who is no administrator was let in')
  if (access !== 'anyone' && request.caller === 'visitor') faults.push('a visitor was let in')
  if (request.values && body && !body.safeParse(JSON.parse(String(request.body ?? '{}'))).success)
    faults.push('a body that its schema refuses was taken')
  if (answer.status === 204) return answer.text === '' ? faults : [...faults, '204 with a body']
  if (response instanceof z.ZodFile || response instanceof z.ZodNull) return faults
  if (!oneOf(answer.headers['content-type']).startsWith('application/json'))
    return [...faults, `an answer of type ${oneOf(answer.headers['content-type'])}`]
  const parsed = response.safeParse(parse(answer.text))
  if (!parsed.success)
    faults.push(`an answer other than its schema says: ${parsed.error.issues[0]?.path.join('.')}`)
  return faults
}

/** The faults of a response to a request of the contract; empty if it is correct. */
export function findFaults(key: string, endpoint: Endpoint, request: FuzzRequest, answer: Answer): string[] {
  const faults = findLeaks(answer)
  if (answer.status >= 500) faults.push(`status ${answer.status}`)
  if (answer.took > slow) faults.push(`took ${Math.round(answer.took)} ms`)
  if (answer.headers['x-content-type-options'] !== 'nosniff') faults.push('without nosniff')
  if (request.method === 'HEAD') return faults
  if (answer.status >= 400) return [...faults, ...findErrorFaults(answer, key === 'POST /api/uploads')]
  // Another method or address than the endpoint's own follows other rules.
  const isOwn = key.startsWith(`${request.method} `) && request.kind !== 'broken'
  return isOwn && answer.status < 300 ? [...faults, ...findSuccessFaults(endpoint, answer, request)] : faults
}
