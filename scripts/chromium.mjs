import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** The path of this system's Chromium (CHROMIUM_PATH first), or null. */
export function findChromium() {
  const given = process.env.CHROMIUM_PATH
  if (given) return given
  for (const directory of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of NAMES) {
      if (isExecutable(join(directory, name))) return join(directory, name)
    }
  }
  return null
}

/** Finds Chromium, or has root install Debian's. @throws with what to do instead. */
export function requireChromium() {
  const found = findChromium()
  if (found !== null) return found
  if (process.getuid?.() === 0 && apt('update') && apt('install', '-y', '--no-install-recommends', 'chromium')) {
    const installed = findChromium()
    if (installed !== null) return installed
  }
  throw new Error('The e2e tests need Chromium: install it (Debian: apt-get install chromium), or set CHROMIUM_PATH.')
}

function apt(...arguments_) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync('apt-get', ['-qq', ...arguments_], { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
