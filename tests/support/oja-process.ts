import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-ports.ts'

/** A folder with sources of Oja: this one, an older version, or a deliberately broken one. */
export const thisTree = fileURLToPath(new URL('../../', import.meta.url))

export interface Oja {
  /** Such as http://127.0.0.1:41234; the same after every start. */
  url: string
  dataDir: string
  /** All output since the first start, both streams. */
  output(): string
  pid(): number
  /** Whether the process runs. */
  isRunning(): boolean
  /** Resolves with exit code or signal when the current process ends. */
  ended(): Promise<number | string>
  /** Kills it like a loss of power, but only it: its PostgreSQL keeps running. */
  kill(): Promise<void>
  /** Starts it (again), with these settings in addition to the first; resolves when it responds. */
  start(more?: Record<string, string>): Promise<void>
  /** Stops it with SIGTERM and returns its exit code. */
  stop(): Promise<number | string>
  /** Stops it and deletes its data. */
  remove(): Promise<void>
}

interface Options {
  tree?: string
  dataDir?: string
  /** Arguments of node before the program. */
  nodeArgs?: string[]
}

/**
 * For a server that runs for seconds: V8's young generation begins at 1 MB, and collecting it while the code is loaded takes a sixth of the
 * processor time of a start.
 */
export const shortRun = ['--min-semi-space-size=16']

/** An Oja as `npm start` runs it, with its own port and data folder; not started yet. */
export async function createOja(
  settings: Record<string, string> = {},
  { tree = thisTree, dataDir, nodeArgs = [] }: Options = {},
): Promise<Oja> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'oja-test-')))
  const { PATH, TMPDIR } = process.env
  const environment = {
    PATH,
    TMPDIR,
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: folder,
    DEMO: '0',
    RATE_LIMIT_FACTOR: '1000',
    ...settings,
  }
  let child: ChildProcess | undefined
  let end: Promise<number | string> = Promise.resolve(0)
  let hasEnded = true
  let output = ''

  /** Resolves when the process says that it listens. */
  function run(more: Record<string, string>): Promise<void> {
    const started = spawn(process.execPath, [...shortRun, ...nodeArgs, 'scripts/start.mjs'], {
      cwd: tree,
      env: { ...environment, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    hasEnded = false
    end = once(started, 'exit').then(([code, signal]) => {
      hasEnded = true
      return signal ?? code
    })
    for (const stream of [started.stdout, started.stderr])
      stream.on('data', (piece) => {
        output += piece
      })
    child = started
    const from = output.length
    return new Promise((resolve) =>
      started.stdout.on('data', () => {
        if (output.includes('Oja is at ', from)) resolve()
      }),
    )
  }

  const oja: Oja = {
    url,
    dataDir: folder,
    output: () => output,
    pid: () => child?.pid ?? 0,
    isRunning: () => !hasEnded,
    ended: () => end,
    async kill() {
      child?.kill('SIGKILL')
      await end
    },
    async start(more = {}) {
      await Promise.race([run(more), end])
      for (;;) {
        if (hasEnded) throw new Error(`Oja ended (${await end}):\n${output.slice(-3000)}`)
        const answer = await fetch(`${url}/readyz`).catch(() => null)
        await answer?.body?.cancel()
        if (answer?.ok) return
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
    async stop() {
      child?.kill('SIGTERM')
      return end
    },
    async remove() {
      await oja.stop()
      if (!dataDir) await rm(folder, { recursive: true, force: true })
    },
  }
  return oja
}
