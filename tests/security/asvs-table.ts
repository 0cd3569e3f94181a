export interface Requirement {
  id: string
  status: string
  how: string
  /** Files, with ids and words of titles of their tests, and sections of the same document. */
  shownBy: string
}

/** The rows of the table: `| V1.2.3 | met | how | \`file\` [ID] "words of a title"; § Section |`. */
export function parseRequirements(markdown: string): Requirement[] {
  return markdown.split('\n').flatMap((line) => {
    const [, id = '', status = '', how = '', shownBy = ''] = line
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim())
    return /^V\d+\.\d+\.\d+$/.test(id) ? [{ id, status, how, shownBy }] : []
  })
}

/** A file's path in backquotes, an id of a test, words of a test's title, or a section. */
const token = /`([^`\s]+)`|\[([A-Z0-9-]+)\]|"([^"]+)"|§ ([^;|]+)/g
const isPath = (text: string) =>
  /^(?:[\w.@-]+\/)+[\w.-]*$|^[\w.-]+\.(?:test|spec)\.ts$/.test(text) && !text.startsWith('@')

/**
 * What a row claims and is not there. `read` answers a file's text, or null where there is no such file; a path that ends in
 * a slash is a folder.
 */
export async function findFaults(
  markdown: string,
  read: (path: string) => Promise<string | null>,
): Promise<string[]> {
  const sections = new Set([...markdown.matchAll(/^#+ (.+)$/gm)].map(([, title]) => title?.trim()))
  const faults: string[] = []
  for (const { id, status, how, shownBy } of parseRequirements(markdown)) {
    for (const [, path = ''] of how.matchAll(/`([^`\s]+)`/g)) {
      if (isPath(path) && (await read(path)) === null) faults.push(`${id}: there is no file ${path}`)
    }
    let at = ''
    let titles = ''
    const tokens = [...shownBy.matchAll(token)]
    if (status === 'met' && tokens.length === 0) faults.push(`${id}: nothing shows it`)
    for (const [, path, testId, words, section] of tokens) {
      if (path) {
        const text = await read(path)
        if (text === null) faults.push(`${id}: there is no file ${path}`)
        at = path
        titles = titlesOf(text ?? '')
      }
      if (testId && !titles.includes(`[${testId}]`))
        faults.push(`${id}: no test of ${at} has [${testId}] in its title`)
      if (words && !titles.includes(words)) faults.push(`${id}: no test of ${at} has "${words}" in its title`)
      if (section && !sections.has(section.trim()))
        faults.push(`${id}: there is no section ${section.trim()}`)
    }
  }
  return faults
}

/** The titles of a file's tests, one a line: the first text of each `test(…)`, `test.each(…)(…)` and `describe(…)`. */
function titlesOf(text: string): string {
  const calls =
    /\b(?:test|it|describe)(?:\.\w+)*(?:\((?:[^()]|\([^()]*\))*\)|<[^>]*>)*\s*\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g
  const direct = [...text.matchAll(calls)].map(([, , title]) => title)
  // Of tables over many lines: what follows their closing brackets.
  const ofTables = [...text.matchAll(/\)\s*\(\s*(['"`])((?:\\.|(?!\1).)*)\1\s*,/g)].map(
    ([, , title]) => title,
  )
  return [...direct, ...ofTables].join('\n')
}
