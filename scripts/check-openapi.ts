/** Checks what /api/openapi.json answers against OpenAPI's schema and the rules for documents that programs are generated from. */
import { BaseResolver, createConfig, lintFromString } from '@redocly/openapi-core'
import { openApiDocument } from '#server/core/http/openapi.ts'

const document = openApiDocument({ NODE_ENV: 'production', PUBLIC_URL: 'https://oja.example' })
const config = await createConfig({ extends: ['recommended-strict'] })
const problems = await lintFromString({
  source: JSON.stringify(document),
  absoluteRef: 'openapi.json',
  config,
  externalRefResolver: new BaseResolver(),
})
for (const { ruleId, message, location } of problems)
  console.error(`${location[0]?.pointer ?? ''}: ${message} (${ruleId})`)
console.log(`openapi: ${Object.keys(document.paths as object).length} paths, ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0
