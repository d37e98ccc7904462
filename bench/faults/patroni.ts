import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type FleetDatabase, takePort } from './fleet'
import { signalFamily } from './processes'

const HOST = '127.0.0.1'
const BINARIES = '/usr/lib/postgresql/15/bin'
const PROGRAMS = ['/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/haproxy', join(BINARIES, 'postgres')]
const PASSWORD = 'a-password-of-the-fault-tests'
const NODES = 3
const FORMED_WITHIN_MS = 120_000

/** Whether Debian's patroni, etcd-server, haproxy and postgresql-15 are installed. */
export const patroniInstalled = (): boolean => PROGRAMS.every((program) => existsSync(program))

interface Cluster extends FleetDatabase {
  /** Kills all processes of the primary's node, as the loss of its machine does, and returns a function that starts them again. */
  losePrimary(): Promise<() => Promise<void>>
  /** Resolves when all nodes follow one primary, one of them synchronously. */
  formed(): Promise<void>
}

interface Node {
  name: string
  api: string
  start(): void
  /** Kills everything that runs on the node. */
  kill(): void
  postmaster(): number | null
}

/** Starts three nodes of deploy/patroni as processes of this machine, and HAProxy before them. */
export async function openCluster(directory: string): Promise<Cluster> {
  const owner = unprivilegedUser()
  const config = readFileSync('deploy/patroni/patroni.yml', 'utf8').replace(
    '/etc/patroni/create-portal.sh',
    join(directory, 'create-portal.sh'),
  )
  copyFileSync('deploy/patroni/create-portal.sh', join(directory, 'create-portal.sh'))
  chmodSync(join(directory, 'create-portal.sh'), 0o755)
  writeFileSync(join(directory, 'patroni.yml'), config)

  const ports: { etcd: number; peer: number; api: number; database: number }[] = []
  for (let index = 0; index < NODES; index += 1)
    ports.push({ etcd: await takePort(), peer: await takePort(), api: await takePort(), database: await takePort() })
  const etcdHosts = ports.map(({ etcd }) => `${HOST}:${etcd}`).join(',')
  const etcdCluster = ports.map(({ peer }, index) => `db${index + 1}=http://${HOST}:${peer}`).join(',')

  function openNode({ etcd, peer, api, database }: (typeof ports)[number], index: number): Node {
    const name = `db${index + 1}`
    const home = join(directory, name)
    mkdirSync(home, { mode: 0o700 })
    if (owner) chownSync(home, owner.uid, owner.gid)
    const children: ChildProcess[] = []

    function run(program: string, args: string[], environment: Record<string, string>): void {
      const log = openSync(join(directory, `${name}.log`), 'a')
      const child = spawn(program, args, {
        ...owner,
        cwd: home,
        env: { NODE_ENV: 'production', PATH: `${BINARIES}:/usr/bin:/bin`, HOME: home, ...environment },
        stdio: ['ignore', log, log],
      })
      child.on('error', () => undefined)
      children.push(child)
    }

    return {
      name,
      api: `http://${HOST}:${api}`,
      start() {
        run('/usr/bin/etcd', [], {
          ETCD_NAME: name,
          ETCD_DATA_DIR: join(home, 'etcd'),
          ETCD_LISTEN_PEER_URLS: `http://${HOST}:${peer}`,
          ETCD_LISTEN_CLIENT_URLS: `http://${HOST}:${etcd}`,
          ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${HOST}:${peer}`,
          ETCD_ADVERTISE_CLIENT_URLS: `http://${HOST}:${etcd}`,
          ETCD_INITIAL_CLUSTER: etcdCluster,
          ETCD_INITIAL_CLUSTER_STATE: 'new',
          ETCD_INITIAL_CLUSTER_TOKEN: 'portal',
        })
        run('/usr/bin/patroni', [join(directory, 'patroni.yml')], {
          PATRONI_NAME: name,
          PATRONI_RESTAPI_LISTEN: `${HOST}:${api}`,
          PATRONI_RESTAPI_CONNECT_ADDRESS: `${HOST}:${api}`,
          PATRONI_POSTGRESQL_LISTEN: `${HOST}:${database}`,
          PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${HOST}:${database}`,
          PATRONI_POSTGRESQL_DATA_DIR: join(home, 'data'),
          PATRONI_POSTGRESQL_BIN_DIR: BINARIES,
          PATRONI_POSTGRESQL_PGPASS: join(home, 'pgpass'),
          PATRONI_ETCD3_HOSTS: etcdHosts,
          PATRONI_SUPERUSER_USERNAME: 'postgres',
          PATRONI_SUPERUSER_PASSWORD: PASSWORD,
          PATRONI_REPLICATION_USERNAME: 'replicator',
          PATRONI_REPLICATION_PASSWORD: PASSWORD,
          PATRONI_REWIND_USERNAME: 'rewinder',
          PATRONI_REWIND_PASSWORD: PASSWORD,
          PORTAL_PASSWORD: PASSWORD,
        })
      },
      kill() {
        const postmaster = this.postmaster()
        for (const child of children.splice(0)) child.kill('SIGKILL')
        if (postmaster !== null) signalFamily(postmaster, 'SIGKILL')
      },
      postmaster() {
        try {
          return Number(readFileSync(join(home, 'data', 'postmaster.pid'), 'utf8').split('\n', 1)[0])
        } catch {
          return null
        }
      },
    }
  }

  const nodes = ports.map(openNode)
  for (const node of nodes) node.start()
  const address = await takePort()
  const proxyConfig = join(directory, 'haproxy.cfg')
  writeFileSync(proxyConfig, proxyConfigOf(address, ports))
  const proxy = spawn('/usr/sbin/haproxy', ['-db', '-f', proxyConfig], { stdio: 'ignore' })

  async function primary(): Promise<Node | null> {
    for (const node of nodes) if ((await statusOf(`${node.api}/primary`)) === 200) return node
    return null
  }

  async function isFormed(): Promise<boolean> {
    if ((await primary()) === null) return false
    const statuses = await Promise.all(nodes.map(({ api }) => statusOf(`${api}/health`)))
    const synchronous = await Promise.all(nodes.map(({ api }) => statusOf(`${api}/synchronous`)))
    return statuses.every((status) => status === 200) && synchronous.includes(200)
  }

  async function formed(): Promise<void> {
    for (const until = Date.now() + FORMED_WITHIN_MS; Date.now() < until; await delay(250)) if (await isFormed()) return
    const log = nodes.map(({ name }) => readFileSync(join(directory, `${name}.log`), 'utf8').slice(-1_500)).join('\n')
    throw new Error(`the cluster has not formed:\n${log}`)
  }

  async function stop(): Promise<void> {
    proxy.kill('SIGKILL')
    for (const node of nodes) node.kill()
    // The last of their files are closed.
    await delay(500)
  }

  try {
    await formed()
  } catch (error) {
    await stop()
    throw error
  }
  let lastPrimary = await primary()
  return {
    url: `postgresql://portal:${PASSWORD}@${HOST}:${address}/portal`,
    pid: () => lastPrimary?.postmaster() ?? 0,
    formed,
    async losePrimary() {
      const lost = await primary()
      if (lost === null) throw new Error('the cluster has no primary')
      lost.kill()
      return async () => {
        lost.start()
        await formed()
        lastPrimary = await primary()
      }
    },
    stop,
  }
}

/** deploy/patroni/haproxy.cfg with a port for each node. */
function proxyConfigOf(address: number, ports: readonly { api: number; database: number }[]): string {
  return ports.reduce(
    (text, { api, database }, index) => text.replace(`"\${DB${index + 1}}:5432"`, `${HOST}:${database} port ${api}`),
    readFileSync('deploy/patroni/haproxy.cfg', 'utf8')
      .replace('"${LISTEN}:5432"', `${HOST}:${address}`)
      .replace(' port 8008', ''),
  )
}

async function statusOf(url: string): Promise<number> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => null)
  await answer?.body?.cancel()
  return answer?.status ?? 0
}

/** PostgreSQL refuses to run as root; null if this process is not root. */
function unprivilegedUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}
