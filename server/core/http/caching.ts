import type { App } from '../../context.ts'

/** What says nothing else may be kept by nobody without asking: redirects, the documentation, what a probe asks for. */
export function askEachTime(app: App): void {
  app.addHook('onSend', (_, reply, payload, done) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache')
    done(null, payload)
  })
}
