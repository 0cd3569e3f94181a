import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

const header = 'x-oja-in-process'
const secret = randomBytes(16).toString('hex')

/** Marks a read that rendering makes of the API, so that a page counts as one request and not as several. */
export const inProcessHeaders = { [header]: secret }

/** Whether a request was made by this process itself; nobody outside knows the secret. */
export function isInProcess(request: FastifyRequest): boolean {
  return request.headers[header] === secret
}
