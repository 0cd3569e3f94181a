import type { FastifyRequest } from 'fastify'
import type { Env } from '../../env.ts'

/** What absolute links begin with, such as https://oja.example: PUBLIC_URL, or the host that was asked. */
export function originOf({ PUBLIC_URL }: Pick<Env, 'PUBLIC_URL'>, request: FastifyRequest): string {
  return PUBLIC_URL ?? `${request.protocol}://${request.host}`
}

/** Whether a request names one host at most. What stands before this server might follow another of them than Node does. */
export function hasOneHost({ raw: { rawHeaders } }: FastifyRequest): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts <= 1
}
