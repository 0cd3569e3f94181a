import { runCompiled } from './compiled.ts'

await runCompiled(() => import('./process.ts'))
