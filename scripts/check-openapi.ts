/** Checks /api/openapi.json against OpenAPI's schema and against rules for client generators. */
import { BaseResolver, createConfig, lintFromString } from '@redocly/openapi-core'
import { openApiDocument } from '#server/core/openapi/openapi.ts'

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
