import type { Part } from './json-schema.ts'

export const callers = ['visitor', 'ada', 'bola', 'cyd', 'admin'] as const
type Caller = (typeof callers)[number]

/** `valid`: by its schema; `nearly`: one fault in one part; `hostile`: any value anywhere; `broken`: wrong before any schema is asked. */
export type Kind = 'valid' | 'nearly' | 'hostile' | 'broken'

export type Header = [name: string, value: string]

export interface FuzzRequest {
  kind: Kind
  caller: Caller
  /** Which of the caller's sessions. */
  session: number
  method: string
  /** Path and query, as they go out. */
  url: string
  headers: Header[]
  body?: string | Buffer
  /** What was to be said, where it is said in JSON and unharmed: the schema tells whether it may succeed. */
  said?: Partial<Record<Part, unknown>>
}

export const json: Header = ['content-type', 'application/json']

const asText = (value: unknown) =>
  (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed()

/** Percent-encoding for any value; a lone surrogate goes out as a browser sends it. */
export const encode = (value: unknown) => encodeURIComponent(asText(value))
