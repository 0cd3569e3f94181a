import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const unit = '(?:character|digit|photo|picture|image|MB)'
const written = [
  // In a message or an attribute: 'at least 8 characters', not `at least ${limits.password.min} characters`.
  new RegExp(String.raw`(?:'[^'\n]*|"[^"\n]*|\`[^\`\n]*)\b(?!1 )\d+[ -]${unit}`),
  // Between two tags.
  new RegExp(String.raw`>[^<{\n]*\b(?!1 )\d+[ -]${unit}`),
]

const files = ['shared', 'server/features', 'server/core', 'web'].flatMap((folder) =>
  globSync(`${folder}/**/*.{ts,tsx}`, { exclude: (name) => name.includes('.test.') }),
)

/** The lines of a file without its comments. */
const linesOf = (text: string) => text.split('\n').filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line))

test('[LIMITS-TEXTS] no text contains a number of characters, digits or photos that shared/limits.ts defines', () => {
  const found = files.flatMap((file) =>
    linesOf(readFileSync(file, 'utf8'))
      .filter((line) => written.some((pattern) => pattern.test(line)))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(found).toEqual([])
  expect(files.length).toBeGreaterThan(300)
})
