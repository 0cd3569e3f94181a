import '#server/lifecycle/v8-flags.ts'
import { runWithCompileCache } from '#server/lifecycle/compiled.ts'

await runWithCompileCache(() => import('./worker-process.ts'))
