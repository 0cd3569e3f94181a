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
  const quiet = (text: string) => withoutSecrets(text, typeof code === 'string' && quotesInput.test(code))
  return {
    type: name,
    message: quiet(message),
    stack: quiet(stack),
    code,
    constraint,
    table,
    column,
    ...(cause === undefined ? {} : { cause: serializeError(cause) }),
  }
}

/** SQLSTATEs whose messages quote what somebody typed: `invalid input syntax for type integer: "…"`. */
const quotesInput = /^22...$/

/** Leaves out the user and password of addresses, and what PostgreSQL quotes. */
function withoutSecrets(text: string, quoted: boolean): string {
  const plain = text.replace(/(?<=:\/\/)[^\s/@]*@/g, '[redacted]@')
  return quoted ? plain.replace(/"[^"]*"/g, '"[redacted]"') : plain
}
