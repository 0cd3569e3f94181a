import type { FastifyRequest } from 'fastify'

/** What was chosen for this browser (web/lib/choice-cookie.ts): over HTTPS by a name that no other host can set. */
export function choiceOf({ cookies }: FastifyRequest, name: 'theme' | 'saver'): string | undefined {
  return cookies[`__Host-${name}`] ?? cookies[name]
}
