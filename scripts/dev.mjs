/**
 * `npm run dev`: runs the server from its sources and restarts it when one of its files changes. The pages
 * come from their sources through Vite in the same process, with hot reload.
 */
import './check-node.mjs'
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const watched = ['server', 'shared'].map((folder) => `--watch-path=${root}${folder}`)
const child = spawn(process.execPath, [...watched, '--watch-preserve-output', `${root}server/main.ts`], {
  stdio: 'inherit',
  env: { ...process.env, NODE_ENV: 'development' },
})
// Ctrl-C reaches the child directly; it ends once the database has stopped.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => child.kill('SIGTERM'))
child.once('exit', (code) => process.exit(code ?? 1))
