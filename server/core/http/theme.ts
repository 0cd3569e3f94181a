import type { FastifyRequest } from 'fastify'
import { choiceOf } from './choice-cookie.ts'

/** The theme that was chosen for this browser; null follows the system. */
export function themeOf(request: FastifyRequest): 'light' | 'dark' | null {
  const theme = choiceOf(request, 'theme')
  return theme === 'light' || theme === 'dark' ? theme : null
}
