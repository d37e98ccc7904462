import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/chromium.mjs'

const asRoot = process.getuid?.() === 0

/** The built portal is started by the global setup, on a free port with data of its own, and stopped after the run. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './tests/e2e/support/portal.ts',
  outputDir: 'test-results',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // One portal and one database for all. Pages are only read, two at a time; the journeys change what they find, and
  // run after each other, in the order of their names. `npm test` runs the one and then the other.
  workers: 2,
  projects: [
    { name: 'pages', testMatch: '**/every-page.spec.ts', fullyParallel: true },
    { name: 'journeys', testIgnore: '**/every-page.spec.ts', workers: 1 },
  ],
  forbidOnly: true,
  retries: 0,
  reporter: 'list',
  use: {
    baseURL: process.env.E2E_BASE_URL,
    locale: 'uk-UA',
    timezoneId: 'Europe/Kyiv',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium() ?? undefined,
      args: [
        ...(asRoot ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-default-apps',
        '--disable-dev-shm-usage',
        '--disable-domain-reliability',
        '--disable-sync',
        '--metrics-recording-only',
        '--no-first-run',
        '--no-pings',
      ],
    },
  },
})
