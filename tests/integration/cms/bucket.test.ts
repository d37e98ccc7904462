// Runs alone: the storage of media is chosen when Payload's configuration loads.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import { serveMedia } from '@/lib/server/cms/media-files'
import { callStaffApi } from '@/tests/support/staff-client'
import { addStaff, staffToken } from '@/tests/support/test-portal'
import { createTestCms, type TestCms } from '@/tests/integration/cms/support'

const VARIABLES = ['S3_BUCKET', 'S3_REGION', 'S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

let storage: Server
let cms: TestCms
const objects = new Map<string, Buffer>()
/** As with keys that were replaced. */
let refusesKeys = false

/** The operations of an S3-compatible storage that media need. */
function startStorage(): Server {
  return createServer((request, response) => {
    const key = new URL(request.url ?? '/', 'http://storage').pathname
    if (refusesKeys) return void response.writeHead(403).end()
    if (request.method === 'PUT') {
      const chunks: Buffer[] = []
      request
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          objects.set(key, Buffer.concat(chunks))
          response.writeHead(200, { etag: '"kept"' }).end()
        })
      return
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      response.writeHead(204).end()
      return
    }
    const body = objects.get(key)
    if (body === undefined) response.writeHead(404).end()
    else
      response
        .writeHead(200, { 'content-length': body.length, 'content-type': 'image/png' })
        .end(request.method === 'HEAD' ? undefined : body)
  })
}

beforeAll(async () => {
  storage = startStorage().listen(0, '127.0.0.1')
  await once(storage, 'listening')
  Object.assign(process.env, {
    S3_BUCKET: 'media-of-tests',
    S3_REGION: 'eu-central-1',
    S3_ENDPOINT: `http://127.0.0.1:${(storage.address() as AddressInfo).port}`,
    S3_ACCESS_KEY_ID: 'tests',
    S3_SECRET_ACCESS_KEY: 'secret-of-tests',
  })
  cms = await createTestCms()
})

afterAll(async () => {
  await cms.close()
  storage.closeAllConnections()
  storage.close()
  for (const name of VARIABLES) delete process.env[name]
})

async function storePicture(background: string) {
  const data = await sharp({ create: { width: 600, height: 400, channels: 3, background } })
    .png()
    .toBuffer()
  return cms.payload.create({
    collection: 'media',
    locale: 'uk',
    data: { alt: background },
    file: { data, name: 'picture.png', mimetype: 'image/png', size: data.length },
  })
}

describe('media in a bucket', () => {
  it('are stored in it, and served from it', async () => {
    const media = await storePicture('#1660F0')
    const small = media.sizes?.small?.filename
    expect([...objects.keys()].sort()).toEqual([`/media-of-tests/${small}`, `/media-of-tests/${media.filename}`].sort())
    expect(media.url).toBe(`/storage/media/${media.filename}`)

    const response = await serveMedia(async () => cms.payload, media.filename ?? '')
    expect(response?.headers.get('cache-control')).toContain('immutable')
    expect(
      Buffer.from((await response?.arrayBuffer()) ?? new ArrayBuffer(0)).equals(
        objects.get(`/media-of-tests/${media.filename}`) ?? Buffer.alloc(0),
      ),
    ).toBe(true)
    expect(await serveMedia(async () => cms.payload, `${'0'.repeat(32)}.png`)).toBeNull()
  })

  it('are not uploaded from browsers, whose component the back office would look for', () => {
    expect(JSON.stringify(cms.payload.config.admin.components.providers)).not.toContain('ClientUploadHandler')
  })

  it('are not reported as missing while the bucket refuses its keys', async () => {
    const { filename } = await storePicture('#60F016')
    refusesKeys = true
    await expect(serveMedia(async () => cms.payload, filename ?? '')).rejects.toThrow(/cannot be read from the bucket/)
    refusesKeys = false
  })

  it('are cropped from the stored file, not from the host in the request, and get a new address', async () => {
    const before = await storePicture('#F01660')
    const token = await staffToken(cms.database.pool, await addStaff(cms.database.pool, 'editor'))
    const edits =
      'uploadEdits[crop][x]=0&uploadEdits[crop][y]=0&uploadEdits[crop][width]=50&uploadEdits[crop][height]=50&uploadEdits[widthInPixels]=300&uploadEdits[heightInPixels]=200'
    const host = 'files.invalid'
    const answer = await callStaffApi(cms.payload, `/media/${before.id}?${edits}`, {}, { token, method: 'PATCH', host })
    expect(answer.status).toBe(200)
    const { filename, width } = await cms.payload.findByID({ collection: 'media', id: before.id })
    expect(filename).not.toBe(before.filename)
    expect(objects.has(`/media-of-tests/${before.filename}`)).toBe(false)
    expect([width, (await sharp(objects.get(`/media-of-tests/${filename}`)).metadata()).width]).toEqual([300, 300])
  })
})
