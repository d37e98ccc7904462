import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Debian's headless Chromium, which takes 20 % less CPU than the full one. */
const SHELL = 'chromium-headless-shell'
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
/** After this long another browser is used instead of installing one. */
const INSTALLS_WITHIN_MS = 120_000

/** The path of this system's Chromium (CHROMIUM_PATH first, then the headless one), or null. */
export function findChromium() {
  return process.env.CHROMIUM_PATH || findProgram([SHELL, ...WHOLE])
}

/**
 * Chromium for the browser tests, headless where there is a choice: for root on Debian that one is installed. `whole`:
 * for measurements, which need the full browser. @throws with a sentence about what to do
 */
export function requireChromium({ whole = false } = {}) {
  const names = whole ? WHOLE : [SHELL]
  const found =
    process.env.CHROMIUM_PATH ||
    findProgram(names) ||
    (installDebianPackage(names[0]) && findProgram(names)) ||
    findChromium()
  if (found) return found
  throw new Error(
    `The browser tests need Chromium: install it (Debian: apt-get install ${SHELL}), or set CHROMIUM_PATH.`,
  )
}

/** Installs a package where root runs this on Debian; false where that is impossible. */
export function installDebianPackage(name) {
  if (process.getuid?.() !== 0) return false
  return apt('update') && apt('install', '-y', '--no-install-recommends', name)
}

function apt(...arguments_) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status } = spawnSync('apt-get', ['-qq', ...arguments_], { env, stdio: 'ignore', timeout: INSTALLS_WITHIN_MS })
  return status === 0
}

/** The first of these programs in PATH, or null. */
export function findProgram(names) {
  for (const name of names) {
    for (const directory of (process.env.PATH ?? '').split(delimiter)) {
      if (isExecutable(join(directory, name))) return join(directory, name)
    }
  }
  return null
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
