import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** What a process has used since its start. */
interface Usage {
  /** Milliseconds of processor time, user and system, of all its threads. */
  cpu: number
  /** Bytes of memory in use. */
  rss: number
}

export interface Child {
  pid: number
  /** When it was started, by performance.now(). */
  startedAt: number
  usage(): Promise<Usage>
  /** Sends something to the process (`process.on('message')`). */
  send(message: object): void
  /** Calls back at each object that the process sends; answers how to stop that. */
  listen(handler: (message: Record<string, unknown>) => void): () => void
  /** What it wrote to its standard output and error so far, the last of it. */
  output(): string
  /** Rejects when the process has ended. */
  ended: Promise<never>
  /** Ends it kindly, after 10 s unkindly. */
  stop(): Promise<void>
}

const channel = new URL('./usage-channel.mjs', import.meta.url).href
const root = fileURLToPath(new URL('../../', import.meta.url))

/** Starts a Node process for a file, by its path below the project's folder, that can be asked for its usage. */
export function startChild(file: string, args: string[] = [], env: NodeJS.ProcessEnv = process.env): Child {
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['--import', channel, file, ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    serialization: 'advanced',
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (piece) => {
      output = (output + piece).slice(-4000)
    })
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`${file} ended (${signal ?? code}).\n${output}`)
  })
  ended.catch(() => {})

  function listen(handler: (message: Record<string, unknown>) => void): () => void {
    child.on('message', handler)
    return () => child.off('message', handler)
  }

  return {
    pid: child.pid ?? 0,
    startedAt,
    ended,
    listen,
    output: () => output,
    send: (message) => child.send(message),
    usage() {
      const answer = new Promise<Usage>((resolve) => {
        const stop = listen(({ usage }) => {
          if (!usage) return
          stop()
          resolve(usage as Usage)
        })
        child.send('usage')
      })
      return Promise.race([answer, ended])
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
      child.kill('SIGTERM')
      await once(child, 'exit')
      clearTimeout(timer)
    },
  }
}
