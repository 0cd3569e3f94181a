import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Memory } from './report.ts'

export interface ServerProcess {
  origin: string
  /** Uncaught exceptions, warnings, errors in the log, and its end, since the start. */
  faults: string[]
  /** Everything that it wrote, where that was asked for. */
  output: string[]
  memory(): Promise<Memory>
  stop(): Promise<void>
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Starts the server as it runs in production, on a port of its own, and answers when it listens. */
export async function startServerProcess(
  settings: Record<string, string>,
  { keepOutput = false } = {},
): Promise<ServerProcess> {
  buildPages()
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const flags = ['--expose-gc', '--import', './tests/fuzz/probe.ts']
  const child = spawn(process.execPath, [...flags, 'server/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      // One process, whose memory is watched.
      WEB_CONCURRENCY: '1',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: origin,
      SUPPORT_EMAIL: 'help@example.com',
      MAIL_FROM: 'Oja <no-reply@example.com>',
      DEMO: '0',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_FACTOR: '1000000',
      // Administrators are tried too, and none has a phone here.
      SECOND_FACTOR: 'optional',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const faults: string[] = []
  let asked = (_: Memory) => {}
  child.on('message', (said: { fault?: string; memory?: Memory }) => {
    if (said.fault) faults.push(said.fault)
    if (said.memory) asked(said.memory)
  })
  const ended = once(child, 'exit').then(([code, signal]) =>
    faults.push(`the server ended: ${code ?? signal}`),
  )
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (lines) => {
      faults.push(...errorsIn(String(lines)))
      if (keepOutput) output.push(String(lines))
    })
  await reach(origin, child, faults)
  return {
    origin,
    faults,
    output,
    memory: () =>
      new Promise((resolve) => {
        asked = resolve
        child.send('memory')
      }),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** As by hand: a test runner's settings would make pages for development. */
function buildPages(): void {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME }
  const stdio = ['ignore', 'ignore', 'inherit'] as const
  spawnSync(process.execPath, ['scripts/build.mjs', '--if-needed'], { cwd: root, env, stdio: [...stdio] })
}

/** Lines of the log of the level error or worse. */
function errorsIn(lines: string): string[] {
  return lines
    .split('\n')
    .filter((line) => /"level":(50|60)|"level":"(error|fatal)"/.test(line) || /^\s+at /.test(line))
}

async function reach(origin: string, child: ChildProcess, faults: string[]): Promise<void> {
  for (const started = Date.now(); Date.now() - started < 60_000; ) {
    if (child.exitCode !== null) break
    const answer = await fetch(`${origin}/readyz`).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`The server did not start. ${faults.join('\n')}`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
