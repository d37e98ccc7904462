import config from '../../jest.config.mjs'

/** Stryker runs one project: the unit tests of the mutated folders, without the slow ones of the whole contract. */
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
