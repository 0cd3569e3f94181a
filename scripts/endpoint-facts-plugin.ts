import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

/** Evaluates web/lib/endpoint-facts.ts at build time: bundles get the values of its exports, not what they are computed from. */
export function endpointFacts(): Plugin {
  return {
    name: 'endpoint-facts',
    apply: 'build',
    async load(id) {
      if (!id.endsWith('/web/lib/endpoint-facts.ts')) return
      const values: Record<string, unknown> = await import(pathToFileURL(id).href)
      return Object.entries(values)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
        .join('\n')
    },
  }
}
