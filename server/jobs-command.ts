import { runCompiled } from './compiled.ts'

await runCompiled(() => import('./jobs-process.ts'))
