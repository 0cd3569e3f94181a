import { buildApp } from '#server/app.ts'
import type { App, Services } from '#server/context.ts'
import { createRealtime } from '#server/core/realtime/realtime.ts'
import { openRedis } from '#server/core/redis/redis.ts'
import type { TestOptions } from './test-app.ts'

/**
 * Another process of the same Oja: the same database and files, its own memory. Close it before the first.
 */
export async function startSecondApp(
  { db, disk, env, jobs, storage }: Services,
  options: TestOptions = {},
): Promise<App> {
  const redis = await openRedis(env)
  const realtime = createRealtime(redis)
  const app = await buildApp({ db, disk, env, jobs, redis, storage, realtime }, options)
  app.addHook('onClose', async () => redis?.close())
  await app.ready()
  return app
}
