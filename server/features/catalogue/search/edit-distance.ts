/**
 * The number of edits between two words: a letter left out, added or changed, or two neighbours swapped (optimal string
 * alignment distance).
 */
export function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1]
      let edits = Math.min(
        (rows[i - 1]?.[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (rows[i - 1]?.[j - 1] ?? 0) + (same ? 0 : 1),
      )
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        edits = Math.min(edits, (rows[i - 2]?.[j - 2] ?? 0) + 1)
      row.push(edits)
    }
    rows.push(row)
  }
  return rows[a.length]?.[b.length] ?? 0
}

/** How many edits a typo may have, by the length of the word. */
export function maxEdits(word: string): number {
  if (word.length < 4) return 0
  return word.length < 7 ? 1 : 2
}
