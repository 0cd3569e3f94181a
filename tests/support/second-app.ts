import { buildApp } from '#server/app.ts'
import type { App, Services } from '#server/context.ts'
import { createRealtime } from '#server/core/realtime.ts'
import { openRedis } from '#server/core/redis.ts'

/** Another process of the same Oja: the same database and files, and a memory of its own. To be closed before the first. */
export async function startSecondApp(
  { db, env, jobs, storage }: Services,
  options?: Parameters<typeof buildApp>[1],
): Promise<App> {
  const redis = await openRedis(env)
  const app = await buildApp({ db, env, jobs, redis, storage, realtime: createRealtime(redis) }, options)
  app.addHook('onClose', async () => redis?.close())
  await app.ready()
  return app
}
