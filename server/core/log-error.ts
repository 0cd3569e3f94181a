interface LoggedError {
  type: string
  message: string
  stack: string
  [more: string]: unknown
}

/** Of an error, what a log may keep: PostgreSQL's errors quote whole rows in `detail`, and people's words with them. */
export function serializeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' }
  const { name, message, stack = '', cause } = error
  const { code, constraint, table, column } = error as Error & Record<string, unknown>
  return {
    type: name,
    message,
    stack,
    code,
    constraint,
    table,
    column,
    ...(cause === undefined ? {} : { cause: serializeError(cause) }),
  }
}
