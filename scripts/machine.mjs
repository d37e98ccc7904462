import { existsSync } from 'node:fs'

const NEEDED = [20, 9]

/** Explains why this machine cannot run the portal; null if it can. */
export function machineProblem() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
    return `The portal needs Node ${NEEDED.join('.')} or newer; this is Node ${process.versions.node}.`
  }
  if (existsSync('.env') && process.loadEnvFile === undefined) {
    return `Node ${process.versions.node} does not read the settings in .env: use 20.12 or newer, or pass them as environment variables.`
  }
  if (!existsSync('node_modules/next/package.json')) {
    return 'The packages are not installed yet: run "npm ci" first.'
  }
  return null
}

/**
 * Explains why the portal cannot listen on an address.
 *
 * @param {string | undefined} code the code of the system's error
 * @param {number} port
 * @param {string | null | undefined} host HOST, if set
 */
export function explainListening(code, port, host) {
  if (code === 'EADDRINUSE') return `Port ${port} is taken. Choose another: PORT=${port + 1}`
  if (code === 'EACCES') return `Port ${port} needs more rights: choose one from 1024 on, for example PORT=3000.`
  if (host && (code === 'ENOTFOUND' || code === 'EAI_AGAIN'))
    return `HOST=${host} is neither an address nor a known name. Without HOST the portal listens on every address.`
  if (host && code === 'EADDRNOTAVAIL')
    return `HOST=${host} is not an address of this machine. Without HOST the portal listens on every address.`
  return `${host ? `HOST=${host}, port ${port}` : `Port ${port}`} cannot be listened on (${code}).`
}
