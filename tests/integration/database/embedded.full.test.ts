import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { attachEmbedded, type EmbeddedDatabase, startEmbedded } from '@/lib/server/platform/db/embedded'

const isRoot = process.getuid?.() === 0
let directory: string
let database: EmbeddedDatabase | null = null

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'embedded-'))
  chmodSync(directory, 0o711)
})
afterEach(async () => {
  await database?.stop()
  database = null
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

async function start(onRestart?: () => void): Promise<EmbeddedDatabase> {
  return (database = await startEmbedded({ dataDirectory: directory, ...(onRestart && { onRestart }) }))
}

async function setting(url: string, name: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ value: string }>('select current_setting($1) as value', [name])
  await client.end()
  return rows[0]?.value
}

describe('the embedded database', () => {
  it('writes commits to the disk before it acknowledges them, and stops cleanly', async () => {
    const { url, stop } = await start()
    expect(await Promise.all(['fsync', 'synchronous_commit'].map((name) => setting(url, name)))).toEqual(['on', 'on'])
    await stop()
    expect(readFileSync(join(directory, 'postgres/server.log'), 'utf8')).toContain('database system is shut down')
    expect(attachEmbedded(directory)).toBeNull()
  })

  it('is restarted after a kill', async () => {
    let restarted = (): void => undefined
    const restart = new Promise<void>((resolve) => (restarted = resolve))
    const { url, pid } = await start(restarted)
    const killed = pid()
    process.kill(killed, 'SIGKILL')
    await restart
    let answer: unknown = null
    while (answer === null) answer = await setting(url, 'port').catch(() => null)
    expect(pid()).not.toBe(killed)
  })

  it('starts despite a lock file whose process id now belongs to another program', async () => {
    const { stop, home } = await start()
    await stop()
    const file = join(home, 'cluster/postmaster.pid')
    const { uid, gid } = statSync(join(home, 'cluster'))
    // Must be a process of the same account, because PostgreSQL ignores those of other accounts.
    const stranger = spawn('sleep', ['60'], isRoot ? { uid, gid } : {})
    writeFileSync(file, `${stranger.pid}\n${join(home, 'cluster')}\n1\n5432\n\n\n`)
    if (isRoot) chownSync(file, uid, gid)
    expect(await setting((await start()).url, 'port')).toBe('5432')
    stranger.kill()
  })

  it('refuses a second portal, but commands can attach to it', async () => {
    const { pid } = await start()
    await expect(startEmbedded({ dataDirectory: directory })).rejects.toThrow('another portal uses it')
    expect(attachEmbedded(directory)?.pid()).toBe(pid())
  })
})
