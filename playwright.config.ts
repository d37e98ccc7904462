import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/chromium.mjs'
import { WORKERS } from './tests/e2e/support/portal'

const AUCTIONS = /(spine|journey|console|verdict)\.spec\.ts$/
const PAGES = /every-page\.spec\.ts$/
/** Minutes of other engines: `npm run test:engines`. */
const ENGINES = /[\\/]engines\.spec\.ts$/

const asRoot = process.getuid?.() === 0

/**
 * The browser makes two more pages for every window, for suggestions in its address bar that nobody sees: a fifth of its processes.
 * The last list counts, so that what Playwright turns off stands in it too.
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

/** The built portal is started by the global setup, on a free port with data of its own, and stopped after the run. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './tests/e2e/support/portal.ts',
  outputDir: 'test-results',
  // For the slowest of machines: everything is waited for, nothing is given time to pass.
  timeout: 300_000,
  expect: { timeout: 45_000 },
  // One portal and one database for all: each test makes what it changes, and looks at nothing that another makes. The
  // auctions, which wait for their start and end in real time, come first, and let the others use the time.
  workers: WORKERS,
  projects: [
    { name: 'auctions', testMatch: AUCTIONS, workers: 2 },
    { name: 'pages', testMatch: PAGES, fullyParallel: true },
    { name: 'journeys', testIgnore: [AUCTIONS, PAGES, ENGINES] },
    ...(process.env.TEST_ENGINES === 'on' ? [{ name: 'engines', testMatch: ENGINES, workers: 1 }] : []),
  ],
  forbidOnly: true,
  // A browser may freeze on a machine that is short of everything. What passes only on the second try is named by `npm test`.
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
