import { buildApp } from '#server/app.ts'
import type { App, Services } from '#server/context.ts'
import { createRealtime } from '#server/core/realtime.ts'

/** Another process of the same Oja: the same database and files, and a memory of its own. To be closed before the first. */
export async function startSecondApp({ db, env, jobs, storage }: Services): Promise<App> {
  const app = await buildApp({ db, env, jobs, storage, realtime: createRealtime() })
  await app.ready()
  return app
}
