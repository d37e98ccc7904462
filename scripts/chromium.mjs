import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Debian's headless Chromium, which uses 20 % less CPU than the full one. */
const SHELL = 'chromium-headless-shell'
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const INSTALL_TIMEOUT_MS = 120_000

/** The path of Chromium by CHROMIUM_PATH, of the headless one or of the full one, or null. */
export function findChromium() {
  return process.env.CHROMIUM_PATH || findProgram([SHELL, ...WHOLE])
}

/**
 * The path of Chromium for the browser tests, which is installed if root runs them on Debian.
 * @param options `whole`: prefers the full browser, which measurements need
 * @throws with instructions
 */
export function requireChromium({ whole = false } = {}) {
  const names = whole ? WHOLE : [SHELL]
  const path =
    process.env.CHROMIUM_PATH ||
    findProgram(names) ||
    (installDebianPackage(names[0]) && findProgram(names)) ||
    findChromium()
  if (path) return path
  throw new Error(
    `The browser tests need Chromium: install it (Debian: apt-get install ${SHELL}), or set CHROMIUM_PATH.`,
  )
}

/** Installs a package if root runs this on Debian; returns whether it succeeded. */
export function installDebianPackage(name) {
  if (process.getuid?.() !== 0) return false
  return apt('update') && apt('install', '-y', '--no-install-recommends', name)
}

function apt(...arguments_) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status } = spawnSync('apt-get', ['-qq', ...arguments_], { env, stdio: 'ignore', timeout: INSTALL_TIMEOUT_MS })
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
