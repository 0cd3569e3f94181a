import { type Child, listening, startChild } from './child.ts'

/**
 * Starts what cold pages are compared with: bare Fastify that renders 24 cards of constants with React at each request, with the
 * elements of Oja's cards, and compresses them as Oja does. It has no database, header, footer, data block, session or limits.
 */
export async function startPlainPage(): Promise<Child & { origin: string }> {
  return listening(
    startChild('bench/servers/plain-page-server.ts', [], { ...process.env, NODE_ENV: 'production' }),
  )
}
