import { socketPath } from '#shared/socket-path.ts'
import type { App } from '../../context.ts'

/** What is answered at the sockets' address to whoever opens none comes from socket.io: it gets every answer's headers. */
export function headSocketAnswers(app: App, headers: Readonly<Record<string, string>>): void {
  app.server.prependListener('request', (request, response) => {
    if (!request.url?.startsWith(`${socketPath}/`)) return
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    response.setHeader('cache-control', 'no-store')
  })
}
