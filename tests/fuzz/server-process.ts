import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from '#tests/support/free-ports.ts'
import type { Memory } from './attack-table.ts'

export interface ServerProcess {
  origin: string
  /** Uncaught exceptions, warnings, errors in the log, and an exit, since the start. */
  faults: string[]
  /** All output, if requested. */
  output: string[]
  memory(): Promise<Memory>
  stop(): Promise<void>
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Starts the server in production mode on its own port; resolves when it listens. */
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
      // One process, whose memory is measured.
      WEB_CONCURRENCY: '1',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: origin,
      SUPPORT_EMAIL: 'help@example.com',
      MAIL_FROM: 'Oja <no-reply@example.com>',
      DEMO: '0',
      SECRET_KEY: 'a-key-of-more-than-thirty-two-characters',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_FACTOR: '1000000',
      // Administrators are tested too, and have no second factor here.
      SECOND_FACTOR: 'optional',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const faults: string[] = []
  let asked = (_: Memory) => {}
  child.on('message', (message: { fault?: string; memory?: Memory }) => {
    if (message.fault) faults.push(message.fault)
    if (message.memory) asked(message.memory)
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
  await waitUntilReady(origin, child, faults)
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

/** Like by hand: a test runner's settings would build pages for development. */
function buildPages(): void {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME }
  const stdio = ['ignore', 'ignore', 'inherit'] as const
  spawnSync(process.execPath, ['scripts/build.mjs', '--if-needed'], { cwd: root, env, stdio: [...stdio] })
}

/** Log lines of level error or worse. */
function errorsIn(lines: string): string[] {
  return lines
    .split('\n')
    .filter((line) => /"level":(50|60)|"level":"(error|fatal)"/.test(line) || /^\s+at /.test(line))
}

async function waitUntilReady(origin: string, child: ChildProcess, faults: string[]): Promise<void> {
  for (const started = Date.now(); Date.now() - started < 60_000; ) {
    if (child.exitCode !== null) break
    const answer = await fetch(`${origin}/readyz`).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`The server did not start. ${faults.join('\n')}`)
}
