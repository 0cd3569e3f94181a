import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An Oja as `npm start` runs it, with its own PostgreSQL and the demo marketplace, on a free port. */
export interface DemoServer {
  url: string
  stop(): Promise<void>
}

/** Starts it in a folder of its own, which `stop` deletes. Takes about 20 s: the demo is drawn and stored first. */
export async function startDemo(): Promise<DemoServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'oja-demo-'))
  const { DATABASE_URL: _, ...rest } = process.env
  const env = { ...rest, PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, RATE_LIMIT_FACTOR: '1000' }
  const child = spawn(process.execPath, ['scripts/start.mjs'], { stdio: ['ignore', 'pipe', 'pipe'], env })
  async function stop() {
    if (child.exitCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    return { url: await readAddress(child), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The address that the server prints once it listens. */
function readAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let log = ''
    const onOutput = (chunk: Buffer) => {
      log += chunk
      const address = /Oja is at (http:\/\/\S+)/.exec(log)?.[1]
      if (address) resolve(address)
    }
    child.stdout?.on('data', onOutput)
    child.stderr?.on('data', onOutput)
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}.\n${log}`)))
  })
}
