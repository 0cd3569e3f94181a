import fastifyHelmet from '@fastify/helmet'
import type { App } from '../context.ts'
import type { Env } from '../env.ts'

/** Content-Security-Policy and its kin. No inline script anywhere: state travels in data blocks. */
export async function securityHeaders(app: App, { env }: { env: Env }): Promise<void> {
  const outside = [env.UPLOAD_URL, env.S3_ENDPOINT].flatMap((url) => (url ? [new URL(url).origin] : []))
  const development = env.NODE_ENV === 'development'
  await app.register(fastifyHelmet, {
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
}
