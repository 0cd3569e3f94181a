import type { FastifyRequest } from 'fastify'

/** The theme that was chosen for this browser; null follows the system. */
export function themeOf(request: FastifyRequest): 'light' | 'dark' | null {
  const { theme } = request.cookies
  return theme === 'light' || theme === 'dark' ? theme : null
}
