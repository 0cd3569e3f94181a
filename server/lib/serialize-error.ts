interface LoggedError {
  type: string
  message: string
  stack: string
  [more: string]: unknown
}

/** The loggable part of an error: PostgreSQL's errors quote whole rows, with people's texts, in `detail`. */
export function serializeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' }
  const { name, message, stack = '', cause } = error
  const { code, constraint, table, column } = error as Error & Record<string, unknown>
  const censor = (text: string) => withoutSecrets(text, typeof code === 'string' && quotesInput.test(code))
  return {
    type: name,
    message: censor(message),
    stack: censor(stack),
    code,
    constraint,
    table,
    column,
    ...(cause === undefined ? {} : { cause: serializeError(cause) }),
  }
}

/** SQLSTATEs whose messages quote user input: `invalid input syntax for type integer: "…"`. */
const quotesInput = /^22...$/

/**
 * Removes credentials from addresses, people from e-mail addresses, which mail servers quote when they refuse a recipient, and what
 * PostgreSQL quotes.
 */
function withoutSecrets(text: string, quoted: boolean): string {
  const plain = text
    .replace(/(?<=:\/\/)[^\s/@]*@/g, '[redacted]@')
    .replace(/(?<![^\s<>"(:,;=/@])[^\s<>"(:,;=/@]+@/g, '[redacted]@')
  return quoted ? plain.replace(/"[^"]*"/g, '"[redacted]"') : plain
}
