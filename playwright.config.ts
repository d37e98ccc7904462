import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/chromium.mjs'
import { WORKERS } from './tests/e2e/support/portal'

/** Specs that `npm run test:full` runs, with the others. */
const FULL = process.env.TEST_FULL === 'on' ? [] : [/\.full\.spec\.ts$/]
const AUCTIONS = /(spine|journey|console|verdict)\.spec\.ts$/
/** Minutes of other engines: `npm run test:engines`. */
const ENGINES = /[\\/]engines\.spec\.ts$/

/** Drawing each frame of an animation takes a twentieth of the processor time. Tests of auctions keep motion. */
const REDUCED_MOTION = { contextOptions: { reducedMotion: 'reduce' } } as const

const asRoot = process.getuid?.() === 0

/**
 * The browser makes two hidden pages for each window's address bar: a fifth of its processes. Chromium reads only the last
 * list of disabled features, so it repeats Playwright's.
 */
const TURNED_OFF = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
]

/** The global setup starts the built portal on a free port with a separate data directory, and stops it after the run. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './tests/e2e/support/portal.ts',
  outputDir: 'test-results',
  // Generous for slow machines: tests wait for states, never for time to pass.
  timeout: 300_000,
  expect: { timeout: 45_000 },
  // All tests share one portal and one database; each makes its own records. Tests of auctions wait for starts and ends in
  // real time, so they begin first and the others run meanwhile.
  workers: WORKERS,
  projects: [
    { name: 'auctions', testMatch: AUCTIONS, workers: 2 },
    { name: 'journeys', testIgnore: [AUCTIONS, ENGINES, ...FULL], use: REDUCED_MOTION },
    ...(process.env.TEST_ENGINES === 'on' ? [{ name: 'engines', testMatch: ENGINES, workers: 1 }] : []),
  ],
  forbidOnly: true,
  // A browser may freeze on an overloaded machine. `npm test` names the tests that passed on the second try only.
  retries: 1,
  reporter: 'list',
  use: {
    baseURL: process.env.E2E_BASE_URL,
    locale: 'uk-UA',
    timezoneId: 'Europe/Kyiv',
    actionTimeout: 90_000,
    trace: 'on-first-retry',
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
        `--disable-features=${TURNED_OFF.join(',')}`,
        '--disable-sync',
        // A page lives for seconds here: what V8 would optimize in the background costs more than it saves.
        '--js-flags=--no-opt --no-maglev --single-threaded-gc',
        '--metrics-recording-only',
        '--no-first-run',
        '--no-pings',
      ],
    },
  },
})
