import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** The resources that a process has used since its start. */
interface Usage {
  /** Milliseconds of processor time, user and system, of all its threads. */
  cpu: number
  /** Resident memory in bytes. */
  rss: number
}

/** A profile of the processor as Node's inspector describes it. */
export interface Profile {
  nodes: {
    id: number
    callFrame: { functionName: string; url: string }
    children?: number[]
  }[]
  /** The node that ran at each sample, and the microseconds since the sample before. */
  samples: number[]
  timeDeltas: number[]
}

export interface Child {
  pid: number
  /** The time of its start, by performance.now(). */
  startedAt: number
  usage(): Promise<Usage>
  /** Starts a profile of its processor time; the returned function ends and returns it. */
  profile(): Promise<() => Promise<Profile>>
  /** Sends a message to the process (`process.on('message')`). */
  send(message: object): void
  /** Calls `handler` for each message of the process; returns a function that removes it. */
  listen(handler: (message: Record<string, unknown>) => void): () => void
  /** The last part of its standard output and error. */
  output(): string
  /** Rejects when the process has ended. */
  ended: Promise<never>
  /** Stops it with SIGTERM, after 10 s with SIGKILL. */
  stop(): Promise<void>
}

/** A started server that has sent the message `{ port }`: it listens on this port of 127.0.0.1. */
export async function listening(child: Child): Promise<Child & { origin: string }> {
  const port = new Promise<number>((resolve) => {
    const stop = child.listen((message) => {
      if (typeof message.port !== 'number') return
      stop()
      resolve(message.port)
    })
  })
  return { ...child, origin: `http://127.0.0.1:${await Promise.race([port, child.ended])}` }
}

const channel = new URL('./usage-channel.mjs', import.meta.url).href
const root = fileURLToPath(new URL('../../', import.meta.url))

/** Starts a Node process for a file, by its path below the project's folder, that reports its usage. `options` are Node's. */
export function startChild(
  file: string,
  args: string[] = [],
  env: NodeJS.ProcessEnv = process.env,
  options: string[] = [],
): Child {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [...options, '--import', channel, file, ...args], {
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

  /** Sends a request to usage-channel.mjs, which answers with an object that has the request as its key. */
  function ask<T>(question: string): Promise<T> {
    const answer = new Promise<T>((resolve) => {
      const stop = listen((message) => {
        if (!(question in message)) return
        stop()
        resolve(message[question] as T)
      })
      child.send(question)
    })
    return Promise.race([answer, ended])
  }

  return {
    pid: child.pid ?? 0,
    startedAt,
    ended,
    listen,
    output: () => output,
    send: (message) => child.send(message),
    usage: () => ask<Usage>('usage'),
    async profile() {
      await ask('start profile')
      return () => ask<Profile>('stop profile')
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
