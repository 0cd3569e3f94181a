import { readFileSync } from 'node:fs'

const description = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')

/** Of Oja, as package.json has it. */
export const { version } = JSON.parse(description) as { version: string }
