/** Imported before everything else by each file that starts a process. */
import { setFlagsFromString } from 'node:v8'

/**
 * V8 allocates objects of a kind that survived a burst of requests among the long-lived ones from then on. Those of a server live as long
 * as one request: they would fill that memory, and clearing it stops all requests (docs/decisions/026-cold-pages.md).
 */
setFlagsFromString('--no-allocation-site-pretenuring')
