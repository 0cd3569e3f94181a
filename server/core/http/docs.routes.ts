import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import type { App, Context } from '../../context.ts'
import { openApiDocument } from './openapi.ts'

/** /api/openapi.json, and a page made from it at /api/docs. */
export async function docsRoutes(app: App, { env }: Context): Promise<void> {
  const document = openApiDocument(env)
  await app.register(fastifySwagger, { mode: 'static', specification: { document: document as never } })
  await app.register(fastifySwaggerUi, { routePrefix: '/api/docs' })
  app.get('/api/openapi.json', async () => document)
}
