import config from '../../jest.config.mjs'

/** Stryker's runner takes one project: the unit tests of the mutated folders, without those of the whole contract, which are slow. */
const { displayName: _, ...unit } = config.projects.find(({ displayName }) => displayName === 'unit')

export default {
  ...unit,
  rootDir: '../..',
  testEnvironment: 'node',
  testMatch: ['lib/domain', 'lib/server/events', 'lib/server/auctions', 'components/auction'].map(
    (folder) => `<rootDir>/${folder}/**/*.test.ts`,
  ),
  testTimeout: 30_000,
}
