import { parseArgs } from 'node:util'
import { expect, test } from 'vitest'
import { reportFailure, StartupError } from './startup-error.ts'

function errorOf(act: () => unknown): unknown {
  try {
    act()
  } catch (error) {
    return error
  }
  throw new Error('Nothing was thrown.')
}

test('[OPS-FILE-ERRORS] expected failures are one line; an error that nobody expected keeps its stack', () => {
  expect(reportFailure(new StartupError('No room.', 'Free some.'))).toBe('No room. Free some.')
  const wrongArgument = errorOf(() => parseArgs({ args: ['--wrong'] }))
  expect(reportFailure(wrongArgument)).toContain("Unknown option '--wrong'")
  const defect = errorOf(() => (undefined as unknown as string).length)
  expect(reportFailure(defect)).toBe(defect)
})
