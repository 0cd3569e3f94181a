import { afterAll } from 'vitest'
import { findUndeclared, noteAnsweredErrors, takeAnsweredErrors } from './answered-errors.ts'

// Fails a file in whose tests an endpoint answered an error that its contract entry does not name.
afterAll(async () => {
  const errors = takeAnsweredErrors()
  const { TEST_ANSWERED_ERRORS: notes } = process.env
  if (notes) await noteAnsweredErrors(notes, errors)
  const undeclared = await findUndeclared(errors)
  if (undeclared.length > 0)
    throw new Error(`Missing in \`errors\` in shared/contract/:\n${undeclared.join('\n')}`)
})
