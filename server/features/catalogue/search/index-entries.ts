/** Entries of posting lists, as listings of the sample. */
export interface IndexEntries {
  /** Of lists that are skipped through together, led by the shortest. */
  skipped: number
  /** Of all lexemes of a prefix that is not spelled out: they are merged before they meet other lists. */
  prefixes: number
}

/** Those of one list, or of several that are met: `shortest` is the length of the list that leads. */
export interface ListEntries extends IndexEntries {
  shortest: number
}

/** One list of so many entries, `prefixes` of them merged for a prefix. */
export function listOf(entries: number, prefixes = 0): ListEntries {
  return { shortest: entries, skipped: entries * 2, prefixes }
}

/** What the shortest list holds is looked up in each of the others. */
export function together(parts: ListEntries[]): ListEntries {
  const shortest = Math.min(...parts.map((part) => part.shortest))
  return { shortest, skipped: shortest * (1 + parts.length), prefixes: prefixesIn(parts) }
}

/** What all of them merge for prefixes. */
export const prefixesIn = (parts: ListEntries[]) => parts.reduce((sum, part) => sum + part.prefixes, 0)
