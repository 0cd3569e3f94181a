import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'

interface Options {
  /** The whole environment but PATH. */
  settings?: Record<string, string>
  cwd?: string
  /** A file for its standard input. */
  input?: string
  uid?: number
}

/** Runs node with these arguments as a shell does; resolves with its exit code and the output of both streams. */
export async function runCommand(
  args: string[],
  { settings = {}, cwd, input, uid }: Options = {},
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, ...settings },
    stdio: [input ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    ...(cwd === undefined ? {} : { cwd }),
    ...(uid === undefined ? {} : { uid }),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (piece) => {
      output += piece
    })
  if (input && child.stdin) createReadStream(input).pipe(child.stdin)
  const [code] = await once(child, 'close')
  return { code, output }
}
