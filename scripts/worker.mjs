/** `npm run worker`: only the jobs, for web processes with JOBS_IN_WEB=0. */
import './check-node.mjs'
import './settings-file.mjs'
import './compile-cache.mjs'

await import('../server/commands/worker-command.ts')
