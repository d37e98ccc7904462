import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from './chromium.mjs'

const LIBRARIES = '/usr/lib'

/** The path of this system's Firefox (FIREFOX_PATH first), or null. */
export function findFirefox() {
  return process.env.FIREFOX_PATH || findProgram(['firefox-esr', 'firefox'])
}

/** @throws with the name of the missing package */
export function requireFirefox() {
  const path = findFirefox()
  if (path) return path
  throw new Error('Firefox is not installed (Debian: apt-get install firefox-esr), and FIREFOX_PATH is not set.')
}

/** The paths of WebKitGTK's driver and browser and of their display. @throws with the names of the missing packages */
export function requireWebKit() {
  const driver = findProgram(['WebKitWebDriver'])
  const browser = findMiniBrowser()
  const display = findProgram(['Xvfb'])
  if (driver && browser && display) return { driver, browser, display }
  const missing = [...(driver && browser ? [] : ['webkit2gtk-driver']), ...(display ? [] : ['xvfb'])]
  throw new Error(`WebKit cannot be started (Debian: apt-get install ${missing.join(' ')}).`)
}

/** The browser next to the library, as in /usr/lib/x86_64-linux-gnu/webkit2gtk-4.1, or null. */
function findMiniBrowser() {
  if (!existsSync(LIBRARIES)) return null
  for (const architecture of readdirSync(LIBRARIES).filter((name) => name.endsWith('-linux-gnu')))
    for (const library of readdirSync(join(LIBRARIES, architecture)).filter((name) => /^webkit2?gtk-/.test(name))) {
      const path = join(LIBRARIES, architecture, library, 'MiniBrowser')
      if (existsSync(path)) return path
    }
  return null
}
