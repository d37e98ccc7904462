import { existsSync } from 'node:fs'

const NEEDED = [20, 9]

/** What this machine lacks to run the portal, as a sentence; null where nothing. */
export function machineProblem() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
    return `The portal needs Node ${NEEDED.join('.')} or newer; this is Node ${process.versions.node}.`
  }
  if (!existsSync('node_modules/next/package.json') || !existsSync('node_modules/esbuild/package.json')) {
    return 'The packages are not installed yet: run "npm ci" first.'
  }
  return null
}
