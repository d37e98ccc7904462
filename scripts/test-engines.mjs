/** `npm run test:engines` runs a journey in Firefox and WebKit. Arguments after `--` are Playwright's, such as `-g WebKit`. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { requireFirefox, requireWebKit } from './browsers.mjs'
import { build } from './build.mjs'
import { isBuildFresh } from './fingerprint.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const problems = [requireFirefox, requireWebKit].flatMap((require) => {
  try {
    require()
    return []
  } catch (error) {
    return [error.message]
  }
})
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
if (!isBuildFresh()) await build()
const playwright = ['node_modules/@playwright/test/cli.js', 'test', '--project=engines', ...process.argv.slice(2)]
const env = { ...process.env, TEST_ENGINES: 'on' }
process.exitCode = spawnSync(process.execPath, playwright, { stdio: 'inherit', env }).status ?? 1
