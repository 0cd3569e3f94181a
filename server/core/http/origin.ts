import type { FastifyRequest } from 'fastify'
import type { Env } from '../../env.ts'

/** What absolute links begin with, such as https://oja.example: PUBLIC_URL, or the host that was asked. */
export function originOf({ PUBLIC_URL }: Pick<Env, 'PUBLIC_URL'>, request: FastifyRequest): string {
  return PUBLIC_URL ?? `${request.protocol}://${request.host}`
}
