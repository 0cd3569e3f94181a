import './lifecycle/v8-flags.ts'
import { runWithCompileCache } from './lifecycle/compiled.ts'

await runWithCompileCache(() => import('./lifecycle/web-process.ts'))
