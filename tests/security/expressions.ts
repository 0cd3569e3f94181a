import { readdir, readFile } from 'node:fs/promises'
import { parseSync } from 'vite'

/** A regular expression of the code. */
export interface Expression {
  /** File and line. */
  at: string
  source: string
  flags: string
}

/** Every regular expression that stands in the code as a literal: neither tests nor the demo's drawings. */
export async function literalExpressions(): Promise<Expression[]> {
  const found: Expression[] = []
  for (const root of ['server', 'shared', 'web']) {
    for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
      const path = `${entry.parentPath}/${entry.name}`.replaceAll('\\', '/')
      if (!entry.isFile() || !/\.tsx?$/.test(path) || /\.test\.|\.d\.ts$|^server\/demo\//.test(path)) continue
      const text = await readFile(path, 'utf8')
      const { program, errors } = parseSync(path, text)
      if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`)
      for (const { start, regex } of literalsIn(program)) {
        const line = text.slice(0, start).split('\n').length
        found.push({ at: `${path}:${line}`, source: regex.pattern, flags: regex.flags })
      }
    }
  }
  return found
}

interface RegexLiteral {
  start: number
  regex: { pattern: string; flags: string }
}

function* literalsIn(node: unknown): Generator<RegexLiteral> {
  if (typeof node !== 'object' || node === null) return
  if ('type' in node && node.type === 'Literal' && 'regex' in node && node.regex)
    yield node as unknown as RegexLiteral
  for (const child of Object.values(node)) yield* literalsIn(child)
}

/** The expressions that a file makes from text while it is imported. */
export async function madeExpressions(at: string): Promise<Expression[]> {
  const found: Expression[] = []
  const real = globalThis.RegExp
  globalThis.RegExp = new Proxy(real, {
    construct(target, [source, flags], newTarget) {
      const made = Reflect.construct(target, [source, flags], newTarget) as RegExp
      found.push({ at, source: made.source, flags: made.flags })
      return made
    },
  })
  try {
    await import(new URL(`../../${at}`, import.meta.url).href)
  } finally {
    globalThis.RegExp = real
  }
  return found
}
