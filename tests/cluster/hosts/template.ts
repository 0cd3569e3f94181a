import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { thisTree } from '#tests/support/oja-process.ts'

const examples = join(thisTree, 'deploy', 'cluster')

/** An example of deploy/cluster with its placeholders, such as `@NAME@`, filled in like an operator does. */
export function filled(example: string, values: Record<string, string>): string {
  const text = readFileSync(join(examples, example), 'utf8')
  return text.replace(/@([A-Z][A-Z_]*)@/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`deploy/cluster/${example} asks for ${name}.`)
    return value
  })
}

/** Writes it to `file`, and returns that path. */
export function fillIn(example: string, file: string, values: Record<string, string>): string {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, filled(example, values), { mode: 0o600 })
  return file
}

/** The settings of an example in the form of an EnvironmentFile. */
export function settingsOf(example: string, values: Record<string, string>): Record<string, string> {
  const lines = filled(example, values)
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line))
  return Object.fromEntries(lines.map((line) => [line.split('=', 1)[0], line.slice(line.indexOf('=') + 1)]))
}
