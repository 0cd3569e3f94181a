import { execFileSync } from 'node:child_process'

/** The process numbers of a primary's workers, oldest first. */
export function workersOf(primary: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
  return lines
    .map((line) => /^ *(\d+) +(\d+) (.*)$/.exec(line))
    .filter((match) => Number(match?.[2]) === primary && match?.[3]?.includes('worker-main'))
    .map((match) => Number(match?.[1]))
    .sort((a, b) => a - b)
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
