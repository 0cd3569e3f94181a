import type { App } from '#server/context.ts'
import { startSecondApp } from './second-app.ts'
import { closeSockets } from './sockets.ts'
import { startTestApp, type TestApp } from './test-app.ts'

/** Two processes of one Oja, as far as Redis and the database can tell. */
export interface Pair {
  first: TestApp
  second: App
  origins: [string, string]
  close(): Promise<void>
}

export async function startPair(settings: Record<string, string>): Promise<Pair> {
  let rendered = 0
  /** A page that says how often it was made. */
  async function renderPages(app: App): Promise<void> {
    const render = async () => {
      rendered += 1
      return { status: 200, html: String(rendered) }
    }
    app.get('/page', (request, reply) => app.anonymousPages.send(request, reply, render))
  }
  const first = await startTestApp(settings, { renderPages })
  const second = await startSecondApp(first, { renderPages })
  const there = await second.listen({ port: 0, host: '127.0.0.1' })
  return {
    first,
    second,
    origins: [await first.listen(), there],
    async close() {
      closeSockets()
      await second.close()
      await first.close()
    },
  }
}
