import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { root } from '#server/lib/root.ts'

/**
 * The folder of compiled code. A process that gets it as NODE_COMPILE_CACHE uses it from its first file on.
 */
export const compileCache = fileURLToPath(new URL('node_modules/.cache/oja-compiled', root))

/**
 * Runs a program with a compile cache, which saves compiling at the next start. Call it before anything else
 * is loaded. Node continues without the cache if the folder is not writable.
 */
export async function runWithCompileCache(load: () => Promise<unknown>): Promise<void> {
  enableCompileCache(compileCache)
  await load()
  // Flushed early, since not every process ends cleanly; after some seconds, since the first requests come
  // before.
  setTimeout(flushCompileCache, 5000).unref()
}
