import '#server/lifecycle/v8-flags.ts'
import { runCompiled } from '#server/lifecycle/compiled.ts'

await runCompiled(() => import('./worker-process.ts'))
