/**
 * Why the law allows it. contract: it is needed for what the person asked Oja to do. interest: it keeps the market safe, and people expect
 * it (legitimate interest).
 */
export const bases = {
  contract: 'we need it to do what you ask of us (contract)',
  interest: 'it keeps the market safe (legitimate interest)',
} as const

export interface Kept {
  /** In plain words, for the people concerned. */
  what: string
  why: string
  /** By default the contract. */
  basis?: keyof typeof bases
  /** How long; by default the days of `swept`, or else as long as the account. */
  time?: string
  /**
   * Columns that name a person, with what the deletion of their account does: `deleted` to the row; `nameless`: the row stays, and
   * points to an account without a name; `emptied`: the same, and `empties` names what is removed. eraseAccount() deletes what is
   * `deleted`. The first is the person whose export has the row.
   */
  people: Record<string, 'deleted' | 'nameless' | 'emptied'>
  /** Columns that the deletion sets to nothing, or to what everybody deleted has. */
  empties?: string
  /** The export: the file's name without `.json`, and the exported columns as an SQL select list. */
  file?: string
  exported?: string
  /** The other columns. */
  others?: string
  /** A job removes it `days` after the time in this column: the row, if `where` fits, or the values of `clears`. */
  swept?: { column: string; days: number; clears?: string; where?: { column: string; in: string[] } }
}

/** What is kept in tables, by their names. */
export type Tables = Record<string, Kept>

export const withAccount = 'as long as your account'
