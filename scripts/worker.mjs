/** `npm run worker`: only the jobs, for web processes with JOBS_IN_WEB=0. */
import './check-node.mjs'

await import('./settings-file.mjs')
await import('./compile-cache.mjs')

await import('../server/commands/worker-command.ts')
