import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

test('pages and server are built again when a plugin or a script of the build changes', async () => {
  const clone = await mkdtemp(join(tmpdir(), 'oja-build-'))
  onTestFinished(() => rm(clone, { recursive: true }))
  await mkdir(join(clone, 'scripts'))
  await cp('scripts/build-state.mjs', join(clone, 'scripts/build-state.mjs'))
  const { buildOnce, isBuilt } = await import(pathToFileURL(join(clone, 'scripts/build-state.mjs')).href)
  const build = () => buildOnce({ pages: () => {}, server: () => {} }, false)
  await build()
  for (const file of ['light-icons-plugin.ts', 'react-module-plugin.ts', 'build-server.mjs']) {
    expect(isBuilt(), file).toBe(true)
    await writeFile(join(clone, 'scripts', file), '// changed')
    expect(isBuilt(), file).toBe(false)
    await build()
  }
})
