import { z } from 'zod'

/** The default messages for what is missing or of another kind, where a schema has none of its own (specification, 5). */
z.config({
  customError: ({ code, input, expected }) => {
    if (code !== 'invalid_type') return undefined
    return input === undefined ? 'Required' : `Expected ${expected}, received ${z.util.parsedType(input)}`
  },
})
