import { createHash, randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { openBackup } from '@/lib/server/backup/archive'
import { loadDatabase } from '@/lib/server/backup/database'
import { restoreMedia } from '@/lib/server/backup/media-files'
import { storeFile, serveFile } from '@/lib/server/platform/files'
import { run as backup } from '@/server/commands/backup'
import { run as restore } from '@/server/commands/restore'
import { buyer, registerBuyers } from '@/tests/support/auction-house'
import { createTestDatabase, type TestDatabase } from '@/tests/support/database'

const VARIABLES = ['DATABASE_URL', 'DATA_DIR', 'PAYLOAD_SECRET'] as const
const before = Object.fromEntries(VARIABLES.map((name) => [name, process.env[name]]))
const MEDIA = `${'1'.repeat(32)}.png`

/** Contains every byte, and the special sequences of PostgreSQL's text format for `copy`. */
const document = Buffer.concat([
  Buffer.from('%PDF-1.7\n'),
  Buffer.from(Array.from({ length: 256 }, (_none, byte) => byte)),
  Buffer.from('\\.\n\\N\t\\\\x00\r\n'),
  randomBytes(300_000),
])

let source: TestDatabase
let target: TestDatabase
let directory: string
let owner: number, other: number
let file: number, deleted: number
const output: string[] = []

beforeAll(async () => {
  for (const method of ['log', 'error'] as const)
    jest
      .spyOn(console, method)
      .mockImplementation(
        (line: unknown) => void output.push(line instanceof Error ? String(line.stack) : String(line)),
      )
  source = await createTestDatabase()
  target = await createTestDatabase()
  directory = await mkdtemp(join(tmpdir(), 'moving-'))
  // If the portal runs as root, the embedded database runs as an unprivileged user.
  await chmod(directory, 0o711)
  await mkdir(join(directory, 'first', 'media'), { recursive: true })
  await writeFile(join(directory, 'first', 'media', MEDIA), 'a picture')
  ;[owner, other] = (await registerBuyers(source.pool, 2)) as [number, number]
  file = await upload('Статут.pdf')
  deleted = await upload('old.pdf')
  await source.pool.query('update portal.files set deleted_at = now() where id = $1', [deleted])

  use('first', source.url)
  await expectSuccess(backup([join(directory, 'to-embedded.tar.gz')]))
  use('embedded', null)
  await expectSuccess(restore([join(directory, 'to-embedded.tar.gz')]))
  use('embedded', null)
  await expectSuccess(backup([join(directory, 'to-external.tar.gz')]))
  // A process can migrate only one database with Payload, here the embedded one; `target` has its tables already.
  use('last', target.url)
  const { manifest, directory: unpacked, close } = await openBackup(join(directory, 'to-external.tar.gz'), directory)
  await loadDatabase(target.url, unpacked, manifest)
  await restoreMedia(
    join(unpacked, 'media'),
    manifest.media.map(({ name }) => name),
  )
  await close()
})

afterAll(async () => {
  for (const name of VARIABLES) {
    if (before[name] === undefined) delete process.env[name]
    else process.env[name] = before[name]
  }
  await source.close()
  await target.close()
  await rm(directory, { recursive: true, force: true })
})

async function upload(name: string): Promise<number> {
  const stored = await storeFile(
    source.pool,
    { companyId: owner, kind: 'statute' },
    { file: new File([new Uint8Array(document)], name), mediaType: 'application/pdf' },
  )
  if (!stored.ok) throw new Error(stored.refusal.code)
  return stored.answer.id
}

/** `url`: null for the embedded database. */
function use(home: string, url: string | null): void {
  if (url === null) delete process.env.DATABASE_URL
  else process.env.DATABASE_URL = url
  process.env.DATA_DIR = join(directory, home)
  process.env.PAYLOAD_SECRET = 'the-secret-of-the-tests-and-of-nothing-else'
}

async function expectSuccess(command: Promise<number>): Promise<void> {
  if ((await command) !== 0) throw new Error(output.join('\n'))
}

describe('a move from an external database to the embedded one and back', () => {
  it('preserves private documents byte for byte, with their owners and checksums', async () => {
    const response = (await serveFile(target.pool, file, buyer(owner)))!
    expect(response.status).toBe(200)
    expect(response.headers.get('content-disposition')).toContain(encodeURIComponent('Статут.pdf'))
    expect(Buffer.from(await response.arrayBuffer()).equals(document)).toBe(true)
    expect(await serveFile(target.pool, file, buyer(other))).toBeNull()
    expect(await serveFile(target.pool, deleted, buyer(owner))).toBeNull()
    const { rows } = await target.pool.query<{ sha256: string; stored: Buffer }>(
      `select encode(sha256, 'hex') as sha256, content as stored from portal.files join portal.file_contents on file_id = id`,
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const { sha256, stored } of rows) expect(createHash('sha256').update(stored).digest('hex')).toBe(sha256)
  })

  it('preserves public media', async () => {
    expect(await readFile(join(directory, 'last', 'media', MEDIA), 'utf8')).toBe('a picture')
  })

  it('preserves the sequence of file ids', async () => {
    const { rows } = await target.pool.query<{ next: number }>(
      `select nextval(pg_get_serial_sequence('portal.files', 'id'))::int as next`,
    )
    expect(rows[0]!.next).toBeGreaterThan(deleted)
  })
})
