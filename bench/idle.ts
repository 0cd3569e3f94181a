/**
 * `node bench/idle.ts [--wait 1] [--minutes 5] [--tree folder]`: what a server without visitors costs. Starts the demo, restarts it, waits so
 * many minutes, and prints processor time and memory of its Node process, PostgreSQL's not counted. Linux only. Several trees (built) run side by side,
 * so that they are comparable on a busy machine.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readOptions } from '#tests/support/command-line.ts'
import { freePort } from '#tests/support/free-ports.ts'
import { firstAnswer } from './servers/oja-server.ts'

const values = readOptions({
  wait: { type: 'string', default: '1' },
  minutes: { type: 'string', default: '5' },
  tree: { type: 'string', multiple: true },
})
const { PATH, TMPDIR } = process.env
const servers = (values.tree ?? [process.cwd()]).map((tree) => ({ tree, dataDir: '', pid: 0, cpuBefore: 0 }))
const children: ChildProcess[] = []

async function start(tree: string, dataDir: string): Promise<ChildProcess> {
  const port = await freePort()
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: tree,
    env: { PATH, TMPDIR, HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir },
    stdio: 'ignore',
  })
  children.push(child)
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${tree} ended`)))
  ended.catch(() => {})
  await firstAnswer(`http://localhost:${port}`, ended)
  return child
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** Milliseconds of processor time of all threads. The kernel's nanoseconds: a tick of 10 ms is too coarse for an idle process. */
function cpuOf(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  const spent = threads.map((id) =>
    Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'latin1').split(' ')[0]),
  )
  return spent.reduce((sum, one) => sum + one, 0) / 1e6
}

function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]) / 1024
}

try {
  for (const server of servers) {
    server.dataDir = await mkdtemp(join(tmpdir(), 'oja-idle-'))
    await stop(await start(server.tree, server.dataDir))
    server.pid = (await start(server.tree, server.dataDir)).pid ?? 0
  }
  await sleep(Number(values.wait) * 60_000)
  for (const server of servers) server.cpuBefore = cpuOf(server.pid)
  const seconds = Number(values.minutes) * 60
  await sleep(seconds * 1000)
  for (const { tree, pid, cpuBefore } of servers) {
    const share = (cpuOf(pid) - cpuBefore) / seconds / 10
    console.log(`${tree}: ${share.toFixed(2)} % of a core, ${residentMb(pid).toFixed(0)} MB resident`)
  }
} finally {
  await Promise.all(children.map(stop))
  for (const { dataDir } of servers) if (dataDir) await rm(dataDir, { recursive: true, force: true })
}
