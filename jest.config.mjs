/** `npm test` runs many suites in one environment. */
const grouped = process.env.TEST_SUITES === undefined ? [] : ['<rootDir>/tests/support/grouped-suites.ts']

const shared = {
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: {
    '^@/lib/server/platform/bundles$': '<rootDir>/tests/support/bundles.ts',
    '^@/(.*)$': '<rootDir>/$1',
    '^@payload-config$': '<rootDir>/lib/server/cms/payload.config.ts',
    // What Next's bundler resolves to nothing on the server throws when plain Node imports it.
    '^server-only$': '<rootDir>/tests/support/server-only.ts',
    '\\.css$': '<rootDir>/tests/support/stylesheet.ts',
  },
  transform: {
    '\\.tsx?$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
          experimental: { keepImportAttributes: true },
        },
        module: { type: 'es6' },
      },
    ],
  },
  modulePathIgnorePatterns: ['<rootDir>/.next/', '<rootDir>/dist/', '<rootDir>/data/', '<rootDir>/stryker-tmp/'],
  restoreMocks: true,
}

/** Node must run with --experimental-vm-modules: the sources are ES modules and stay so under test. */
export default {
  // Against tests that hang, not slow ones: the demo's content took 23 s alone, and more than 180 s in a fresh clone beside other work.
  testTimeout: 600_000,
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testEnvironment: '<rootDir>/tests/support/node-environment.mjs',
      testMatch: ['<rootDir>/{app,components,lib,server,demo,scripts}/**/*.test.ts', ...grouped],
    },
    {
      ...shared,
      displayName: 'ui',
      testEnvironment: '<rootDir>/tests/support/ui-environment.mjs',
      testMatch: ['<rootDir>/{components,lib,app}/**/*.test.tsx', ...grouped],
      setupFilesAfterEnv: ['<rootDir>/tests/support/ui-setup.ts'],
    },
    {
      ...shared,
      displayName: 'integration',
      testEnvironment: '<rootDir>/tests/support/node-environment.mjs',
      testMatch: ['<rootDir>/tests/integration/**/*.test.ts', ...grouped],
      globalSetup: '<rootDir>/tests/support/integration-setup.mjs',
      globalTeardown: '<rootDir>/tests/support/integration-teardown.mjs',
    },
  ],
}
