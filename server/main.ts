import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Before anything else is loaded: what was compiled at the last start need not be compiled again. Where the folder cannot be
// written, Node goes on without.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/oja-compiled', import.meta.url)))
await import('./process.ts')
// Kept now, since not every process ends in peace; some seconds later, since people are being answered.
setTimeout(flushCompileCache, 5000).unref()
