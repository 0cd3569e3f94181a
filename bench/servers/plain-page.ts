import { type Child, startChild } from './child.ts'

/**
 * Starts what cold pages are compared with: bare Fastify that renders 24 cards of constants with React at each request, with the
 * elements of Oja's cards, and compresses them as Oja does. It has no database, header, footer, data block, session or limits.
 */
export async function startPlainPage(): Promise<Child & { origin: string }> {
  const child = startChild('bench/servers/plain-page-server.ts', [], {
    ...process.env,
    NODE_ENV: 'production',
  })
  const port = new Promise<number>((resolve) => {
    const stop = child.listen((message) => {
      if (typeof message.port !== 'number') return
      stop()
      resolve(message.port)
    })
  })
  return { ...child, origin: `http://127.0.0.1:${await Promise.race([port, child.ended])}` }
}
