import { parseArgs } from 'node:util'
import { expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
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
  const cause = new Error('Cannot read the file', { cause: new Error('AccessDenied') })
  const ofBucket = Object.assign(new AppError('UNAVAILABLE', 'Pictures cannot be reached.'), { cause })
  expect(reportFailure(ofBucket)).toBe('Pictures cannot be reached. The reason: AccessDenied')
  const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', path: '/data/media' })
  expect(reportFailure(new Error('Cannot write the file', { cause: full }))).toMatch(
    /^\/data\/media: the disk is full\. Free some space/,
  )
  const wrongArgument = errorOf(() => parseArgs({ args: ['--wrong'] }))
  expect(reportFailure(wrongArgument)).toContain("Unknown option '--wrong'")
  const defect = errorOf(() => (undefined as unknown as string).length)
  expect(reportFailure(defect)).toBe(defect)
})
