import { readFileSync } from 'node:fs'
import { root } from './root.ts'

const description = readFileSync(new URL('package.json', root), 'utf8')

/** Oja's version, from package.json. */
export const { version } = JSON.parse(description) as { version: string }
