import { buildApp } from '#server/app.ts'
import type { App, Services } from '#server/context.ts'
import { createRealtime } from '#server/core/realtime/realtime.ts'
import { openRedis } from '#server/core/redis/redis.ts'
import type { TestOptions } from './test-app.ts'

/** Another process of the same Oja: the same database and files, and a memory of its own. To be closed before the first. */
export async function startSecondApp(
  { db, env, jobs, storage }: Services,
  options: TestOptions = {},
): Promise<App> {
  const redis = await openRedis(env)
  const realtime = createRealtime(redis, options.socketPatience)
  const app = await buildApp({ db, env, jobs, redis, storage, realtime }, options)
  app.addHook('onClose', async () => redis?.close())
  await app.ready()
  return app
}
