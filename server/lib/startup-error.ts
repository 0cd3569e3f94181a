import { userInfo } from 'node:os'

/** Oja cannot start: one line for the person at the terminal, naming the cause and the remedy. */
export class StartupError extends Error {
  constructor(problem: string, remedy: string) {
    super(`${problem} ${remedy}`)
    this.name = 'StartupError'
  }
}

const fileFailures: Record<string, [problem: () => string, remedy: string]> = {
  EACCES: [
    () => `permission denied for the user ${userInfo().username}`,
    'Let this user use it (chown, chmod), or run the command as the user that may: docs/operations.md, "Commands".',
  ],
  ENOENT: [() => 'there is no such file or folder', 'Correct the path.'],
  ENOTDIR: [() => 'a part of this path is not a folder', 'Correct the path.'],
  EISDIR: [() => 'this is a folder', 'Name a file in it.'],
  ENOSPC: [() => 'the disk is full', 'Free some space, or name a place on another disk.'],
  EDQUOT: [() => 'the quota of the disk is used up', 'Free some space, or name a place on another disk.'],
  EROFS: [() => 'this filesystem is read-only', 'Name a place that can be written.'],
}
fileFailures.EPERM = fileFailures.EACCES as (typeof fileFailures)[string]

/** The sentence for an error of the file system; null for any other error. */
export function fileFailure(error: unknown): StartupError | null {
  const { code = '', path } = (error ?? {}) as NodeJS.ErrnoException
  const failure = fileFailures[code]
  if (!failure) return null
  const [problem, remedy] = failure
  return new StartupError(`${path ? `${path}: ` : ''}${problem()}.`, remedy)
}

/** Errors of JavaScript itself; those of wrong arguments (`parseArgs`) have a code. */
const isDefect = (error: Error) =>
  /^(Type|Range|Reference|Syntax)Error$/.test(error.name) && !('code' in error)

/** The report of the error that ended a command: one line, with a stack only for errors that nobody expected. */
export function reportFailure(error: unknown): string | Error {
  const reason = rootOf(error as Error)
  const failure = fileFailure(reason) ?? (error as Error)
  if (failure.name === 'Error' || isDefect(failure)) return failure
  return failure === error && reason !== error
    ? `${failure.message} The reason: ${reason.message}`
    : failure.message
}

/** What an error was caused by, such as the answer of a bucket; the error itself if it names no cause. */
function rootOf(error: Error): Error {
  return error.cause instanceof Error ? rootOf(error.cause) : error
}
