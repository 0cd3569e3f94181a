import './lifecycle/v8-flags.ts'
import { runCompiled } from './lifecycle/compiled.ts'

await runCompiled(() => import('./lifecycle/web-process.ts'))
