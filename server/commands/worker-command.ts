import { runWithCompileCache } from '../lifecycle/compiled.ts'

await runWithCompileCache(() => import('../lifecycle/jobs-process.ts'))
