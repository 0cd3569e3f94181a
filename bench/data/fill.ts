/**
 * Fills an empty database with the benchmark's marketplace: `node bench/data/fill.ts <database URL> <scale>`.
 * The user must be a superuser, since foreign keys and triggers are disabled during the COPY.
 */
import { loadMarketplace } from './load-marketplace.ts'
import { isScale, scales } from './scales.ts'

const [url, scale] = process.argv.slice(2)
if (!url || !isScale(scale))
  throw new Error(`Say: node bench/data/fill.ts <database URL> <${Object.keys(scales).join('|')}>`)
await loadMarketplace(url, scales[scale], console.log)
