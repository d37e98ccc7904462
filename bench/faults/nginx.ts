import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { OneAddress } from './address'
import { takePort, type Fleet } from './fleet'

export const NGINX = '/usr/sbin/nginx'

export function nginxInstalled(): boolean {
  return existsSync(NGINX) && existsSync('/usr/bin/openssl')
}

/** Starts nginx with deploy/nginx.conf in front of the portals, with a self-signed certificate and on free ports. */
export async function openNginx(fleet: Pick<Fleet, 'portals'>): Promise<OneAddress> {
  const directory = mkdtempSync(join(tmpdir(), 'portal-nginx-'))
  chmodSync(directory, 0o755)
  const [port, plain] = [await takePort(), await takePort()]
  mkdirSync(join(directory, 'temp'))
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'].concat([
      ...['-subj', '/CN=localhost', '-keyout', join(directory, 'key.pem'), '-out', join(directory, 'cert.pem')],
    ]),
    { stdio: 'ignore' },
  )
  const site = adapt(readFileSync('deploy/nginx.conf', 'utf8'), { directory, port, plain, fleet })
  writeFileSync(join(directory, 'site.conf'), site)
  writeFileSync(join(directory, 'nginx.conf'), frame(directory))
  const command = ['-p', directory, '-c', join(directory, 'nginx.conf'), '-e', join(directory, 'error.log')]
  execFileSync(NGINX, [...command, '-t'], { stdio: 'pipe' })
  const nginx = spawn(NGINX, [...command, '-g', 'daemon off;'], { stdio: 'ignore' })
  await untilListening(port)
  return {
    origin: `https://127.0.0.1:${port}`,
    async close() {
      const ended = once(nginx, 'close')
      nginx.kill('SIGTERM')
      await ended
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

interface Place {
  directory: string
  port: number
  plain: number
  fleet: Pick<Fleet, 'portals'>
}

/** Changes only ports, certificate and host name. */
function adapt(text: string, { directory, port, plain, fleet }: Place): string {
  let adapted = text
  for (const [index, portal] of fleet.portals.entries())
    adapted = adapted.replaceAll(`127.0.0.1:${3001 + index}`, `127.0.0.1:${portal.port}`)
  return adapted
    .replace(/listen \[::\]:\d+[^;]*;/g, '')
    .replace(/listen 443/g, `listen 127.0.0.1:${port}`)
    .replace(/listen 80/g, `listen 127.0.0.1:${plain}`)
    .replace(/server_name [^;]+;/g, 'server_name localhost 127.0.0.1;')
    .replace(/ssl_certificate_key [^;]+;/, `ssl_certificate_key ${join(directory, 'key.pem')};`)
    .replace(/ssl_certificate {2,}[^;]+;/, `ssl_certificate ${join(directory, 'cert.pem')};`)
}

/** A minimal nginx.conf that includes the site. */
function frame(directory: string): string {
  return `worker_processes 1;
pid ${join(directory, 'pid')};
events { worker_connections 8192; }
http {
${temporaryPaths(directory)}
  access_log off;
  include ${join(directory, 'site.conf')};
}
`
}

/** Directories for temporary files, because Debian's default belongs to root. */
export function temporaryPaths(directory: string): string {
  return ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `  ${name}_temp_path ${join(directory, 'temp', name)};`)
    .join('\n')
}

export async function untilListening(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const listening = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (listening) return
    await delay(50)
  }
  throw new Error('nginx is not listening')
}
