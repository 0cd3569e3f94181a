/**
 * Fills an empty database with the marketplace of the benchmark: `node bench/data/fill.ts <database URL> <scale>`.
 * The user must be a superuser: foreign keys and triggers rest while rows come in by COPY.
 */
import { loadMarketplace } from './load.ts'
import { isScale, scales } from './scales.ts'

const [url, scale] = process.argv.slice(2)
if (!url || !isScale(scale))
  throw new Error(`Say: node bench/data/fill.ts <database URL> <${Object.keys(scales).join('|')}>`)
await loadMarketplace(url, scales[scale], console.log)
