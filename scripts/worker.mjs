/** `npm run worker`: the jobs alone, beside web processes that have JOBS_IN_WEB=0. */
import './check-node.mjs'
import './settings-file.mjs'

await import('../server/jobs-command.ts')
