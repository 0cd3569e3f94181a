import helmet, { type HelmetOptions } from 'helmet'
import type { App } from '../context.ts'
import type { Env } from '../env.ts'

/** Content-Security-Policy and its kin on every answer. No inline script anywhere: state travels in data blocks. */
export function securityHeaders(app: App, { env }: { env: Env }): void {
  const outside = [env.UPLOAD_URL, env.S3_ENDPOINT].flatMap((url) => (url ? [new URL(url).origin] : []))
  const development = env.NODE_ENV === 'development'
  const headers = headersOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // Vite's hot reload starts from an inline script; the built pages have none.
        scriptSrc: development ? ["'self'", "'unsafe-inline'"] : ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...outside],
        connectSrc: development ? ["'self'", 'ws:', ...outside] : ["'self'", ...outside],
        fontSrc: ["'self'"],
        workerSrc: development ? ["'self'", 'blob:'] : ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: env.NODE_ENV === 'production',
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
  })
  app.addHook('onRequest', (_, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/** The headers that helmet would work out anew for every answer: they never differ. */
function headersOf(options: HelmetOptions): Record<string, string> {
  const headers: Record<string, string> = {}
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value
    },
    removeHeader: () => {},
  }
  helmet(options)({} as never, response as never, (error) => {
    if (error) throw error
  })
  return headers
}
