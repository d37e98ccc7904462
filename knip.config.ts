import type { KnipConfig } from 'knip'

const config: KnipConfig = {
  entry: [
    'server/main.ts',
    'server/commands/*.ts',
    'lib/server/inspection/process.ts',
    'lib/server/platform/db/embedded-server.ts',
    'lib/server/printing/printer/printer.ts',
    'scripts/*.mjs',
    'tests/support/{database-server,grouped-suites,logging-portal,server-only,stylesheet,ui-setup}.ts',
    'tests/support/*.mjs',
    'tests/support/mutation/suite.ts',
    'app/(cms)/admin/importMap.js',
    'bench/load/watching.ts',
    'bench/support/bare-server.ts',
    'bench/support/empty-site-server.ts',
    'bench/support/memory-on-signal.mjs',
    'bench/empty-site/app/*.jsx',
    'bench/empty-site/next.config.mjs',
    'bench/empty-site/middleware.js',
  ],
  project: ['**/*.{ts,tsx,mjs}'],
  ignore: ['lib/server/payload/payload-types.ts'],
  // Reports code that nothing uses; an export that only its own file uses is left alone.
  ignoreExportsUsedInFile: true,
  // Packages that are found by name at run time, not by an import.
  ignoreDependencies: [
    '@fontsource-variable/onest',
    'tailwindcss',
    '@types/smtp-server',
    'dependency-cruiser',
    // Stryker's test runner of tests/support/mutation, which knip takes for a package.
    '@stryker-mutator/loaded-jest-runner',
    'oxlint',
    'oxlint-tsgolint',
    // The types that lib/config/oldest-browsers.test.ts compiles with.
    '@types/web',
  ],
  ignoreBinaries: ['apt-get', 'script', 'openssl', 'mount', 'umount', 'mkfifo'],
  // Types are documentation as much as they are code.
  exclude: ['types', 'enumMembers'],
}

export default config
