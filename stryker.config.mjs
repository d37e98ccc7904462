/** `npm run mutate`: mutations of what decides about money, against the unit tests (docs/how-to.md). */
export default {
  testRunner: 'loaded-jest',
  plugins: ['./tests/support/mutation/runner.mjs'],
  testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  mutate: [
    'lib/domain/**/*.ts',
    'lib/server/events/**/*.ts',
    'lib/server/auctions/bid/**/*.ts',
    'components/auction/**/verdict.ts',
    '!**/*.test.ts',
    // Tested with the accounts, in lib/server/identity.
    '!lib/domain/password.ts',
  ],
  coverageAnalysis: 'perTest',
  // What runs only while a module loads would need Jest to load it again for each mutant.
  ignoreStatic: true,
  concurrency: 2,
  // A mutant that is only slow, on a loaded machine, does not count as killed.
  timeoutMS: 60_000,
  tempDirName: 'stryker-tmp',
  ignorePatterns: ['data', 'dist', 'public', 'stryker-tmp'],
  // Nothing checks the types of the mutated copy.
  disableTypeChecks: false,
  reporters: ['clear-text', 'progress-append-only', 'json'],
  jsonReporter: { fileName: 'bench/results/mutation.json' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
}
