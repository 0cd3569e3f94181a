import type { App, Context } from '#server/context.ts'
import { immutable } from '#server/core/storage.ts'
import { AppError } from '#shared/errors.ts'
import { contentTypes } from './uploads.service.ts'

const photoPath = /^photos\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/[1-9]\d{0,3}\.(avif|webp|jpg)$/

/** Serves the pictures from disk or bucket: no rate limit, no session, cached for good. */
export function mediaRoutes(app: App, { storage }: Context): void {
  app.get<{ Params: { '*': string } }>('/media/*', async (request, reply) => {
    const key = request.params['*']
    const format = photoPath.exec(key)?.[1] as keyof typeof contentTypes | undefined
    const bytes = format ? ((await storage.get(key)) ?? (await storage.get(olderWidth(key)))) : null
    if (!format || !bytes) throw new AppError('NOT_FOUND', 'There is no such picture.')
    return reply
      .type(contentTypes[format])
      .header('cache-control', immutable)
      .header('content-security-policy', "default-src 'none';frame-ancestors 'none';sandbox")
      .header('x-content-type-options', 'nosniff')
      .send(bytes)
  })
}

/** Photos stored before the width of 160 pixels was added have none below 320. */
function olderWidth(key: string): string {
  return key.replace(/\/160\.(?=\w+$)/, '/320.')
}
