/** Words of the listings by frequency. */
export interface Words {
  /** In more than 5 of 100 listings. */
  common: string[]
  /** In 2 of 1,000 to 5 of 100. */
  middling: string[]
  /** In one or two listings of the whole sample. */
  rare: string[]
  /** Words of titles with five or more letters, without duplicates: what people type, and mistype. */
  ofTitles: string[]
}

/** Reads the words of a sample, without those of fewer than three letters, which nobody searches for. */
export function wordsOf(samples: readonly { title: string; description: string }[]): Words {
  const listingsWith = new Map<string, number>()
  const ofTitles = new Set<string>()
  for (const { title, description } of samples) {
    for (const word of wordsIn(title)) if (word.length >= 5) ofTitles.add(word)
    for (const word of wordsIn(`${title} ${description}`))
      listingsWith.set(word, (listingsWith.get(word) ?? 0) + 1)
  }
  const words = [...listingsWith].sort(([a], [b]) => (a < b ? -1 : 1))
  const between = (min: number, max: number) =>
    words.filter(([, count]) => count >= min && count <= max).map(([word]) => word)
  return {
    common: between(Math.floor(samples.length * 0.05) + 1, samples.length),
    middling: between(Math.max(3, samples.length * 0.002), samples.length * 0.05),
    rare: between(1, 2),
    ofTitles: [...ofTitles].sort(),
  }
}

/** The different words of a text: plain letters, three and more. */
export function wordsIn(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/(?<![a-z0-9-])[a-z]{3,30}(?![a-z0-9-])/g))
}

const letters = 'abcdefghijklmnopqrstuvwxyz'

/**
 * The word with one typing error after its first letter: two letters swapped, one missing, or a wrong one.
 */
export function mistyped(word: string, random: () => number): string {
  const at = 1 + Math.floor(random() * (word.length - 2))
  const kind = Math.floor(random() * 3)
  if (kind === 0) return word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2)
  if (kind === 1) return word.slice(0, at) + word.slice(at + 1)
  return word.slice(0, at) + letters[Math.floor(random() * letters.length)] + word.slice(at + 1)
}
