import { runCompiled } from '../compiled.ts'

await runCompiled(() => import('./worker-process.ts'))
