import { spawn } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build as bundle, stop as stopBundler } from 'esbuild'
import { fingerprint, recordBuild } from './fingerprint.mjs'
import { processorSeconds } from './processor-time.mjs'
import { step } from './progress.mjs'

const LOG = 'dist/build.log'
const CHUNKS = '.next/static/chunks'
/** A hint to V8 to compile the whole script while it loads: https://v8.dev/blog/explicit-compile-hints */
const COMPILE_ON_LOAD = '//# allFunctionsCalledOnLoad\n'
/** Larger scripts belong to the back office, and most of their code is not called on a page. */
const LARGEST_COMPILED_BYTES = 256 * 1024
const STOPPING = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Builds the server into dist/ and the site into .next/. @throws with the end of the output of a failed build */
export async function build() {
  const sources = fingerprint()
  clearOutput()
  await step('Building the server', () => bundleServer('dist'))
  const before = processorSeconds()
  await step('Building the site', buildSite)
  const after = processorSeconds()
  compileOnLoad()
  recordBuild({ sources, processorSeconds: after === null ? null : after - before })
}

function clearOutput() {
  try {
    rmSync('dist', { recursive: true, force: true })
    mkdirSync('dist', { recursive: true })
  } catch (error) {
    throw new Error(
      `This account may not build in ${process.cwd()} (${error.code}): have its owner run "npm run build" first.`,
      { cause: error },
    )
  }
}

/** Bundles the server into a temporary directory, which is removed when the process exits. @returns its path */
export async function bundleAside() {
  const directory = mkdtempSync(join(tmpdir(), 'portal-bundles-'))
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }))
  symlinkSync(resolve('node_modules'), join(directory, 'node_modules'))
  await bundleServer(directory)
  return directory
}

/** Bundles the process and each command of server/commands, without packages. */
async function bundleServer(outdir) {
  const commands = readdirSync('server/commands').filter((name) => /^[a-z-]+\.ts$/.test(name))
  await bundle({
    entryPoints: [
      { in: 'server/main.ts', out: 'main' },
      // Started by lib/server/inspection/inspector.ts.
      { in: 'lib/server/inspection/process.ts', out: 'inspector' },
      // Started by lib/server/platform/db/embedded.ts.
      { in: 'lib/server/platform/db/embedded-server.ts', out: 'embedded-server' },
      // Started by lib/server/printing/print-document.ts.
      { in: 'lib/server/printing/printer/printer.ts', out: 'printer' },
      ...commands.map((name) => ({ in: `server/commands/${name}`, out: `commands/${basename(name, '.ts')}` })),
    ],
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    sourcemap: true,
    logLevel: 'silent',
  })
  // Otherwise esbuild's process would run as long as this one, which may be the portal.
  await stopBundler()
}

/**
 * Makes the browser compile the site's scripts in the background while they load. By default it compiles each module at
 * its first call, which blocks the page on a phone.
 */
function compileOnLoad() {
  for (const name of readdirSync(CHUNKS).filter((file) => file.endsWith('.js'))) {
    const path = join(CHUNKS, name)
    const script = readFileSync(path, 'utf8')
    if (script.length <= LARGEST_COMPILED_BYTES && !script.startsWith(COMPILE_ON_LOAD))
      writeFileSync(path, COMPILE_ON_LOAD + script)
  }
}

function buildSite() {
  return new Promise((resolve, reject) => {
    const log = openSync(LOG, 'w')
    const next = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
      env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
      stdio: ['ignore', log, log],
    })
    // Stopping the portal during its first build stops the build too.
    let stopping = false
    const forward = (signal) => {
      stopping = true
      next.kill(signal)
    }
    for (const signal of STOPPING) process.on(signal, forward)
    next.once('error', reject)
    next.once('close', (code, signal) => {
      for (const signal of STOPPING) process.off(signal, forward)
      if (stopping) process.exit(1)
      if (code === 0) resolve()
      else
        reject(
          new Error(
            `The site could not be built (${signal ?? code}):\n${readFileSync(LOG, 'utf8').trim().split('\n').slice(-40).join('\n')}`,
          ),
        )
    })
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.chdir(fileURLToPath(new URL('..', import.meta.url)))
  await build().catch((error) => {
    console.error(error.message)
    process.exitCode = 1
  })
}
