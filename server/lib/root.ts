import { readFileSync } from 'node:fs'

/**
 * Oja's folder. Two levels above this file, and above dist/server/, where `npm run build` puts the server.
 */
export const root = new URL('../../', import.meta.url)

const description = readFileSync(new URL('package.json', root), 'utf8')

/** Oja's version, from package.json. */
export const { version } = JSON.parse(description) as { version: string }
