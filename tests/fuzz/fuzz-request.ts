import type { Part } from './schema-parts.ts'

export const callers = ['visitor', 'ada', 'bola', 'cyd', 'admin'] as const
type Caller = (typeof callers)[number]

/**
 * `valid`: matches its schema; `nearly`: one fault in one part; `hostile`: any value anywhere; `broken`:
 * invalid before any schema is applied.
 */
export type Kind = 'valid' | 'nearly' | 'hostile' | 'broken'

export type Header = [name: string, value: string]

export interface FuzzRequest {
  kind: Kind
  caller: Caller
  /** The number of the caller's session. */
  session: number
  method: string
  /** Path and query as sent. */
  url: string
  headers: Header[]
  body?: string | Buffer
  /**
   * The intended values, if they are sent as unmodified JSON: the schema decides whether the request may
   * succeed.
   */
  values?: Partial<Record<Part, unknown>>
}

export const json: Header = ['content-type', 'application/json']

const asText = (value: unknown) =>
  (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed()

/** Percent-encodes any value; a lone surrogate is sent like browsers do. */
export const encode = (value: unknown) => encodeURIComponent(asText(value))
