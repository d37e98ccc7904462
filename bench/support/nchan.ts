import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { takePort } from '../faults/fleet'
import { NGINX, temporaryPaths, untilListening } from '../faults/nginx'

const MODULE = '/usr/lib/nginx/modules/ngx_nchan_module.so'

export function nchanInstalled(): boolean {
  return existsSync(NGINX) && existsSync(MODULE)
}

export interface Nchan {
  port: number
  send(text: string): Promise<void>
  stop(): Promise<void>
}

/** nginx with the broadcasting module nchan, both as Debian has them, in one process: what a server written in C needs for W1. */
export async function startNchan(): Promise<Nchan> {
  const directory = mkdtempSync(join(tmpdir(), 'portal-nchan-'))
  chmodSync(directory, 0o755)
  mkdirSync(join(directory, 'temp'))
  const port = await takePort()
  writeFileSync(join(directory, 'nginx.conf'), configuration(directory, port))
  const command = ['-p', directory, '-c', join(directory, 'nginx.conf'), '-e', join(directory, 'error.log')]
  execFileSync(NGINX, [...command, '-t'], { stdio: 'pipe' })
  const nginx = spawn(NGINX, [...command, '-g', 'daemon off;'], { stdio: 'ignore' })
  await untilListening(port)
  return {
    port,
    async send(text) {
      const response = await fetch(`http://127.0.0.1:${port}/send`, { method: 'POST', body: text })
      if (!response.ok) throw new Error(`nchan answered ${response.status}`)
    },
    async stop() {
      const ended = once(nginx, 'close')
      nginx.kill('SIGTERM')
      await ended
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** The raw stream passes on what is sent byte for byte, so that a watcher reads the same events as from everybody else. */
function configuration(directory: string, port: number): string {
  return `load_module ${MODULE};
worker_processes 1;
pid ${join(directory, 'pid')};
events { worker_connections 65536; }
http {
${temporaryPaths(directory)}
  access_log off;
  nchan_shared_memory_size 512M;
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location = /events {
      nchan_subscriber http-raw-stream;
      nchan_channel_id bench;
      nchan_subscriber_first_message newest;
    }
    location = /send {
      nchan_publisher;
      nchan_channel_id bench;
      nchan_message_buffer_length 1;
    }
  }
}
`
}
