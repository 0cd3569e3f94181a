import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results/browser',
  workers: 2,
  fullyParallel: false,
  // CI repeats a failed test once; if it then passes, the summary lists it as flaky, and its cause is to be found.
  retries: process.env.CI ? 1 : 0,
  // One generous limit for everything that is waited for: what it takes on a crowded machine says nothing about Oja.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  reporter: [['line'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    // What is not there after a minute will not come.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // Only the tests about it meet the service worker.
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 800 },
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
  },
  globalSetup: './tests/e2e/support/global-setup.ts',
})
