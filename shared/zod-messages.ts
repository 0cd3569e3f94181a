import { z } from 'zod'

/**
 * The default messages for missing values and wrong types, for schemas without their own (specification, 5).
 */
z.config({
  customError: ({ code, input, expected }) => {
    if (code !== 'invalid_type') return undefined
    return input === undefined ? 'Required' : `Expected ${expected}, received ${z.util.parsedType(input)}`
  },
})
