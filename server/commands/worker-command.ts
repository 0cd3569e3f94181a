import { runCompiled } from '../lifecycle/compiled.ts'

await runCompiled(() => import('../lifecycle/jobs-process.ts'))
