import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { until } from '#tests/support/until.ts'
import {
  addressOf,
  type HostName,
  killAll,
  namespaceOf,
  processesIn,
  setPath,
  setPlug,
  signalAll,
} from './network.ts'

/** A program of a host. */
interface Plan {
  name: string
  command: string[]
  env?: Record<string, string>
  cwd?: string
  uid?: number
  gid?: number
  /** Checks whether it works, from the driver's own host. */
  isReady(): Promise<boolean>
}

interface Service {
  name: string
  /** 0 if it does not run. */
  pid(): number
  /** Starts it; resolves before it works. */
  start(): void
  /** Resolves when it works; throws with its last output if it ends before. */
  ready(limit?: number): Promise<void>
  /** Stops it, by default with SIGTERM, and resolves when it has ended. */
  stop(signal?: NodeJS.Signals): Promise<void>
  log(): string
}

export interface Host {
  name: HostName
  address: string
  /** Where it stores data. */
  folder: string
  services: Service[]
  /** Replaces the service of that name, if there is one; stop that first. */
  add(plan: Plan): Service
  service(name: string): Service
  /** Starts all its services, and resolves when they work. */
  start(limit?: number): Promise<void>
  /** Runs a Node program on it beside its services; `onLine` gets its output. */
  run(program: string, args: string[], onLine: (line: string) => void): ChildProcess
  /** Kills every process at once, like a loss of power. Stored data stays. */
  kill(): Promise<void>
  /** Freezes all processes, with their connections open. */
  freeze(): void
  thaw(): void
  /** Disconnects it from the network, or from some hosts only, silently. */
  cutOff(from?: HostName[]): void
  heal(): void
}

/** Where a run keeps the hosts' data and logs. */
export interface RunFolders {
  run: number
  folder: string
  logs: string
}

export function createHost({ run, folder, logs }: RunFolders, name: HostName): Host {
  const namespace = namespaceOf(run, name)
  const services: Service[] = []
  const unreachable = new Set<HostName>()
  let isPlugged = true
  const data = join(folder, name)
  mkdirSync(data, { recursive: true })
  return {
    name,
    address: addressOf(name),
    folder: data,
    services,
    add(plan) {
      const service = createService(plan, namespace, join(logs, `${name}-${plan.name}.log`))
      const index = services.findIndex((one) => one.name === plan.name)
      if (index < 0) services.push(service)
      else if (services[index]?.pid() === 0) services[index] = service
      else throw new Error(`${plan.name} of ${name} has to be stopped first.`)
      return service
    },
    service(asked) {
      const found = services.find((one) => one.name === asked)
      if (!found) throw new Error(`${name} runs no ${asked}.`)
      return found
    },
    async start(limit) {
      for (const service of services) if (service.pid() === 0) service.start()
      await Promise.all(services.map((service) => service.ready(limit)))
    },
    run(program, args, onLine) {
      const command = ['netns', 'exec', namespace, process.execPath, program, ...args]
      const child = spawn('ip', command, { stdio: ['ignore', 'pipe', 'inherit'] })
      createInterface({ input: child.stdout }).on('line', onLine)
      return child
    },
    async kill() {
      await killAll(namespace)
      await until(`the end of ${name}`, () => services.every((service) => service.pid() === 0))
    },
    freeze: () => signalAll(processesIn(namespace), 'SIGSTOP'),
    thaw: () => signalAll(processesIn(namespace), 'SIGCONT'),
    cutOff(from) {
      for (const other of from ?? []) {
        setPath(run, name, other, false)
        unreachable.add(other)
      }
      if (from) return
      setPlug(run, name, false)
      isPlugged = false
    },
    heal() {
      for (const other of unreachable) setPath(run, name, other, true)
      unreachable.clear()
      if (!isPlugged) setPlug(run, name, true)
      isPlugged = true
    },
  }
}

function createService(plan: Plan, namespace: string, logFile: string): Service {
  let child: ChildProcess | undefined
  let end = 'it was never started'
  const readOutput = () => readFileSync(logFile, 'utf8')
  return {
    name: plan.name,
    pid: () => child?.pid ?? 0,
    start() {
      const log = openSync(logFile, 'a')
      const { uid, gid, cwd = '/', env = {} } = plan
      // `ip` execs the program, so its process number is the program's. In its own session, it gets no
      // Ctrl-C.
      const args = ['netns', 'exec', namespace, ...plan.command]
      const { PATH } = process.env
      const started = spawn('ip', args, {
        cwd,
        env: { PATH, LANG: 'C.UTF-8', ...env },
        stdio: ['ignore', log, log],
        detached: true,
        ...(uid === undefined ? {} : { uid, gid }),
      })
      closeSync(log)
      child = started
      started.once('exit', (code, signal) => {
        end = signal ?? `code ${code}`
        if (child === started) child = undefined
      })
    },
    async ready(limit = 60_000) {
      await until(
        `${plan.name} of ${namespace} (${logFile})`,
        async () => {
          if (await plan.isReady().catch(() => false)) return true
          if (!child)
            throw new Error(`${plan.name} of ${namespace} ended (${end}):\n${readOutput().slice(-2000)}`)
          return false
        },
        limit,
      )
    },
    async stop(signal = 'SIGTERM') {
      if (!child) return
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    },
    log: readOutput,
  }
}
