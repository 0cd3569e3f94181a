import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * Runs a program; what was compiled at its last start need not be compiled again. Call it before anything else is loaded.
 * Where the folder cannot be written, Node goes on without.
 */
export async function runCompiled(load: () => Promise<unknown>): Promise<void> {
  enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/oja-compiled', import.meta.url)))
  await load()
  // Kept now, since not every process ends in peace; some seconds later, since people are being answered.
  setTimeout(flushCompileCache, 5000).unref()
}
