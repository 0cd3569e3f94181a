import Fastify, { type FastifyInstance } from 'fastify'
import type { App, Context } from '#server/context.ts'
import { notFound } from '#shared/errors.ts'
import { openApiDocument } from './openapi.ts'

/**
 * /api/openapi.json, and /api/docs, a page made from it. Both are built on first use: loading their modules
 * took a tenth of the start.
 */
export async function docsRoutes(app: App, { env }: Context): Promise<void> {
  let document: Record<string, unknown> | undefined
  let site: Promise<FastifyInstance> | undefined
  const documentOf = () => {
    document ??= openApiDocument(env)
    return document
  }
  app.get('/api/openapi.json', async () => documentOf())
  for (const url of ['/api/docs', '/api/docs/*']) {
    app.get(url, async (request, reply) => {
      site ??= openSite(documentOf())
      const answer = await (await site).inject({ url: request.url, headers: { host: request.host } })
      if (answer.statusCode >= 400) throw notFound()
      // Compression changes the length.
      const { connection, date, 'content-length': _, ...headers } = answer.headers
      return reply.code(answer.statusCode).headers(headers).send(answer.rawPayload)
    })
  }
  app.addHook('onClose', async () => (await site)?.close())
}

/**
 * A separate Fastify instance that never listens, since plugins cannot be added to an instance that already
 * serves requests.
 */
async function openSite(document: Record<string, unknown>): Promise<FastifyInstance> {
  const [{ default: fastifySwagger }, { default: fastifySwaggerUi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ])
  const site = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
  await site.register(fastifySwagger, { mode: 'static', specification: { document: document as never } })
  await site.register(fastifySwaggerUi, { routePrefix: '/api/docs' })
  await site.ready()
  return site
}
