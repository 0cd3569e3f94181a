/** Imported before everything else by each file that starts a process. */
import { setFlagsFromString } from 'node:v8'

/**
 * Turns off allocation-site pretenuring: after a burst of requests V8 would allocate such objects directly in the old generation. A
 * server's objects live as long as one request, so they would fill it, and major collections stop all requests
 * (docs/decisions/030-garbage.md).
 */
setFlagsFromString('--no-allocation-site-pretenuring')

/**
 * Lets the old generation grow by half between two major collections. V8 lets it grow by a tenth where little is promoted, and buffers count: those
 * of 40 pages are 8 MB, so it collected 75 MB every second.
 */
setFlagsFromString('--heap-growing-percent=50')
