import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#shared/contract/index.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { startTestApp, type TestApp } from './support/test-app.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

let t: TestApp
let folder: string

beforeAll(async () => {
  t = await startTestApp()
  folder = mkdtempSync(join(tmpdir(), 'oja-contract-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await t.close()
})

/** Method and path of every route, from the tree that Fastify prints: four signs for each level. */
function routesOf({ app }: TestApp): string[] {
  const path: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods = ''] = /^([│ ]*)[├└]── (\S+) \((.+)\)$/.exec(line) ?? []
      if (!part) return []
      path.splice(indent.length / 4, Number.POSITIVE_INFINITY, part)
      const url = path.join('').replace(/\*$/, (star) => (path.length > 1 ? `/${star}` : star))
      return methods.split(', ').map((method) => `${method} ${url.replace('//', '/')}`)
    })
}

test('[MAY-ALL] every endpoint of the contract exists, and no other', () => {
  const calls = routesOf(t).filter((route) => / \/api(\/|$)/.test(route) && !route.startsWith('HEAD '))
  const documentation = (route: string) => /^GET \/api\/(docs(\/.*)?|openapi\.json)$/.test(route)
  const unknownAddress = (route: string) => /^\w+ \/api(\/\*)?$/.test(route)
  const served = calls.filter((route) => !documentation(route) && !unknownAddress(route))
  const declared = Object.keys(contract)
  expect(
    declared.filter((key) => !served.includes(key)),
    'declared, but nowhere registered: its feature needs a handler in its .routes.ts, and a line in `features` of server/app.ts',
  ).toEqual([])
  expect(
    served.filter((route) => !declared.includes(route)),
    'served, but not in the contract',
  ).toEqual([])
})

test('[MAY-ALL] an address outside the contract returns 404, with every method', async () => {
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)
    for (const url of ['/api', '/api/nothing', '/api/admin', '/api/admin/nothing'])
      expect((await t.app.inject({ method, url })).statusCode, `${method} ${url}`).toBe(404)
})

test('[REPEAT-TABLE] the table of repeated writes in docs/reliability.md equals the contract', async () => {
  const document = await readFile(new URL('../docs/reliability.md', import.meta.url), 'utf8')
  const endpoints = Object.entries(contract) as [string, Endpoint][]
  for (const value of ['by key', 'unsafe']) {
    const keys = endpoints.filter(([, { retry }]) => retry === value).map(([key]) => `\`${key}\``)
    expect(document).toContain(`| ${value} | ${keys.sort().join(', ')} |`)
  }
})

/** The errors of the compiler in a file that imports from the project, by line, the first being 1. */
function compile(lines: string[]): Map<number, string> {
  const file = join(folder, 'planted.ts')
  writeFileSync(file, lines.join('\n').replaceAll("from '#", `from '${root}`))
  const flags = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--allowImportingTsExtensions',
    '--pretty',
    'false',
  ]
  const modules = ['--target', 'es2024', '--module', 'esnext', '--moduleResolution', 'bundler', '--types', '']
  const tsc = join(root, 'node_modules/.bin/tsc')
  const { stdout } = spawnSync(tsc, [...flags, ...modules, file], { encoding: 'utf8', cwd: root })
  const errors = [...stdout.matchAll(/^(.*)\((\d+),\d+\): error (.*)$/gm)]
  for (const [line, path = ''] of errors) expect(path, line).toMatch(/planted\.ts$/)
  return new Map(errors.map(([, , line, message = '']) => [Number(line), message]))
}

test('[MAY-ALL] an endpoint without `access` does not compile', () => {
  const errors = compile([
    "import { endpoints } from '#shared/endpoint.ts'",
    "import { site } from '#shared/contract/site.ts'",
    "const { response } = site['GET /api/site']",
    "endpoints({ 'GET /api/planted': { summary: 'Planted', access: 'anyone', response } })",
    "endpoints({ 'GET /api/planted': { summary: 'Planted', response } })",
    "endpoints({ 'GET /api/planted': { summary: 'Planted', access: 'everyone', response } })",
  ])
  expect([...errors.keys()]).toEqual([5, 6])
  expect(errors.get(5)).toContain("Property 'access' is missing")
  expect(errors.get(6)).toContain('"everyone"')
})

test('[PAGE-CACHE-WRITES] a write without `changes` does not compile', () => {
  const errors = compile([
    "import { endpoints } from '#shared/endpoint.ts'",
    "import { site } from '#shared/contract/site.ts'",
    "const fact = { summary: 'Planted', access: 'user', response: site['GET /api/site'].response } as const",
    "endpoints({ 'POST /api/planted': { ...fact, changes: ['listings'] } })",
    "endpoints({ 'POST /api/planted': fact })",
    "endpoints({ 'POST /api/planted': { ...fact, changes: ['everything'] } })",
    "endpoints({ 'GET /api/planted': { ...fact, changes: ['listings'] } })",
  ])
  expect([...errors.keys()]).toEqual([5, 6, 7])
  expect(errors.get(5)).toContain("Property 'changes' is missing")
})

test('[MAY-ALL] an endpoint without a case in the role tests does not compile', () => {
  const mine = "'GET /api/drafts': {}"
  const deletion = "'DELETE /api/listings/:id': { request: () => ({ params: { id: 1 } }), refused: 403 }"
  const errors = compile([
    "import type { Cases } from '#tests/roles/cases.ts'",
    "import type { Contract } from '#shared/contract/index.ts'",
    "type Two = Cases<Pick<Contract, 'GET /api/drafts' | 'DELETE /api/listings/:id'>, null>",
    `export const whole = { ${mine}, ${deletion} } satisfies Two`,
    `export const missing = { ${deletion} } satisfies Two`,
    `export const unsaid = { ${mine}, ${deletion.replace(', refused: 403', '')} } satisfies Two`,
    `export const idle = { ${mine}, 'DELETE /api/listings/:id': { refused: 403 } } satisfies Two`,
  ])
  expect([...errors.keys()]).toEqual([5, 6, 7])
  expect(errors.get(5)).toContain("Property ''GET /api/drafts'' is missing")
})
