/** `npm run mutate`: mutations of what decides about money, against the unit tests (docs/how-to.md). */
export default {
  testRunner: 'jest',
  plugins: ['@stryker-mutator/jest-runner'],
  testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  jest: { projectType: 'custom', configFile: 'tests/support/mutation-jest.config.mjs', enableFindRelatedTests: true },
  mutate: [
    'lib/domain/**/*.ts',
    'lib/server/events/**/*.ts',
    'lib/server/auctions/bid/**/*.ts',
    'components/auction/**/verdict.ts',
    '!**/*.test.ts',
  ],
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  concurrency: 2,
  tempDirName: 'stryker-tmp',
  reporters: ['clear-text', 'progress-append-only', 'json'],
  jsonReporter: { fileName: 'bench/results/mutation.json' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
}
