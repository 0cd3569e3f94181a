interface Named {
  name: string
  count: number
}

/** The first ones (largest first) and, as the last, all the others together. */
export function withOthers(all: Named[], shown: number): Named[] {
  const rest = all.slice(shown)
  if (rest.length < 2) return all
  const count = rest.reduce((sum, one) => sum + one.count, 0)
  return [...all.slice(0, shown), { name: `${rest.length} others`, count }]
}
