/** `npm start`: builds pages and server if they are missing or out of date, then becomes the server. */
import './check-node.mjs'

await import('./settings-file.mjs')
await import('./compile-cache.mjs')

const { isBuilt } = await import('./build-state.mjs')
if (!isBuilt()) await build()
await import('../dist/server/main.mjs')

/** In a separate process, so that its memory is freed and its settings do not leak into the server. */
async function build() {
  const { spawn } = await import('node:child_process')
  const { fileURLToPath } = await import('node:url')
  const startedAt = Date.now()
  process.stdout.write('Building Oja… ')
  const script = fileURLToPath(new URL('./build.mjs', import.meta.url))
  const child = spawn(process.execPath, [script, '--if-needed'], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  const stop = (signal) => child.kill(signal)
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  const [code, signal] = await new Promise((resolve) => child.once('close', (...end) => resolve(end)))
  process.off('SIGTERM', stop)
  process.off('SIGINT', stop)
  if (code === 0) return console.log(`${Math.round((Date.now() - startedAt) / 1000)} s`)
  if (signal) console.error('stopped.')
  else if (/\b(EACCES|EPERM|EROFS)\b/.test(output)) {
    const folder = fileURLToPath(new URL('../', import.meta.url))
    console.error(
      `failed: this user may not write into ${folder}. Run "npm run build" there as the user who may.`,
    )
  } else console.error(`failed.\n${output}`)
  process.exit(1)
}
