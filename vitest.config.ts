import { defineConfig } from 'vitest/config'

/** One limit for everything that is waited for, far above what it takes: a crowded machine is no fault of Oja's. */
const limit = 900_000

/** Files that need modules of their own (they change globals, or measure the process), or Oja's real timeouts or password cost. */
const alone = [
  'tests/{chaos,processes,fuzz}/**/*.test.ts',
  'tests/security/{expressions,linear-input}.test.ts',
  'server/db/{embedded,pool,prepared,replicas,wait-for-database}.test.ts',
  'server/core/session/password.test.ts',
  'server/features/moderation/quota-interleavings.test.ts',
  'server/features/catalogue/search/plan.test.ts',
  'server/features/uploads/{stalled-uploads,uploads-refused}.test.ts',
  'web/service-worker/*.test.ts',
  'web/{features/chat/outbox,lib/api}.test.ts',
]

export default defineConfig({
  test: {
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/declared-errors.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: limit,
    hookTimeout: limit,
    expect: { poll: { timeout: 120_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          // Hundreds of modules are loaded once a worker instead of once a file: a sixth of the processor time.
          isolate: false,
          setupFiles: ['tests/support/generous-timeouts.ts', 'tests/support/cheap-passwords.ts'],
          include: [
            '{shared,server,web,scripts,bench}/**/*.test.ts',
            'tests/*.test.ts',
            'tests/security/**/*.test.ts',
          ],
          exclude: [...alone, '**/node_modules/**'],
        },
      },
      { extends: true, test: { name: 'alone', include: alone } },
    ],
  },
})
