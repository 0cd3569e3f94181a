/**
 * Checks the import rules of .dependency-cruiser.cjs in the current folder: `node scripts/check-imports.ts`.
 * Fails on a violation, and if it has read fewer modules than there are source files: a checker that reads
 * nothing finds nothing (seen with TypeScript 7, whose API dependency-cruiser does not support).
 */
import { globSync } from 'node:fs'
import { createRequire } from 'node:module'
import { cruise, type ICruiseResult } from 'dependency-cruiser'

const roots = ['shared', 'server', 'web']
const sourceFiles = globSync(roots.map((root) => `${root}/**/*.{ts,tsx}`)).filter(
  (file) => !file.endsWith('.d.ts'),
)
if (sourceFiles.length === 0)
  throw new Error('There is no source file here: run this in the project’s folder.')
const { forbidden, options } = createRequire(import.meta.url)('../.dependency-cruiser.cjs')

const { output } = await cruise(roots, { ...options, ruleSet: { forbidden }, validate: true })
const { modules, summary } = output as ICruiseResult
const commentOf: Record<string, string> = Object.fromEntries(
  forbidden.map(({ name, comment }: { name: string; comment: string }) => [name, comment]),
)
const read = new Set(modules.map((module) => module.source))
const unread = sourceFiles.filter((file) => !read.has(file))

for (const { from, to, rule } of summary.violations)
  console.error(`${rule.name}: ${from} → ${to}\n  ${commentOf[rule.name]}`)
if (unread.length > 0) console.error(`Not read: ${unread.slice(0, 5).join(', ')} (${unread.length} in all)`)
console.log(`imports: ${read.size} modules read, ${summary.violations.length} violations`)
process.exitCode = summary.violations.length > 0 || unread.length > 0 ? 1 : 0
