import { runCompiled } from '#server/lifecycle/compiled.ts'

await runCompiled(() => import('./worker-process.ts'))
