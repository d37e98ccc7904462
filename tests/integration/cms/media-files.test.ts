// Runs alone: the storage of media is chosen when Payload's configuration loads.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import { LOCALES } from '@/lib/config/constants'
import { removeUnusedFile } from '@/lib/server/cms/media-files'
import type { Media } from '@/lib/server/payload/payload-types'
import { MESSAGES } from '@/lib/server/cms/translations'
import { listCertificates } from '@/lib/server/content/certificates'
import { createRecordFaults } from '@/lib/server/platform/record-faults'
import { jobsOf, runJobs } from '@/tests/support/jobs'
import { callStaffApi } from '@/tests/support/staff-client'
import { addStaff, staffToken } from '@/tests/support/test-portal'
import { createTestCms, type TestCms } from '@/tests/integration/cms/support'

let cms: TestCms
let token: string
let dataDirectory: string
const dataDirectoryBefore = process.env.DATA_DIR

beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'media-files-'))
  process.env.DATA_DIR = dataDirectory
  cms = await createTestCms()
  token = await staffToken(cms.database.pool, await addStaff(cms.database.pool, 'editor'))
})

afterAll(async () => {
  await cms.close()
  if (dataDirectoryBefore === undefined) delete process.env.DATA_DIR
  else process.env.DATA_DIR = dataDirectoryBefore
  await rm(dataDirectory, { recursive: true, force: true })
})

// A host that cannot be resolved: the answer would differ if the portal tried to fetch it.
const elsewhere = { alt: 'Установка', filename: 'a.png', url: 'https://files.invalid/endless.png' }

async function stored(): Promise<number> {
  return (await cms.payload.count({ collection: 'media' })).totalDocs
}

describe('the file of a media record', () => {
  it.each(LOCALES)('is never fetched from a URL, refused in %s', async (language) => {
    const answer = await callStaffApi(cms.payload, '/media', elsewhere, { token, language })
    expect([answer.status, answer.body.errors?.map(({ message }) => message)]).toEqual([
      400,
      [MESSAGES[language].portal.fileMissing],
    ])
    expect(await stored()).toBe(0)
  })

  it('is not fetched from a URL when a record is duplicated or changed either', async () => {
    const data = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#1660F0' } })
      .png()
      .toBuffer()
    const file = { data, name: 'blue.png', mimetype: 'image/png', size: data.length }
    const media = await cms.payload.create({ collection: 'media', data: { alt: 'Синє' }, file })
    const copied = await callStaffApi(cms.payload, `/media/${media.id}/duplicate`, elsewhere, { token })
    expect(copied.status).toBe(404)
    await expect(
      cms.payload.create({ collection: 'media', data: { alt: 'Синє' }, duplicateFromID: media.id, file }),
    ).rejects.toMatchObject({ status: 400, message: expect.stringContaining('cannot be duplicated') })

    const changed = await callStaffApi(cms.payload, `/media/${media.id}`, elsewhere, { token, method: 'PATCH' })
    expect(changed.status).toBe(200)
    const { filename, alt } = await cms.payload.findByID({ collection: 'media', id: media.id })
    expect([filename, alt]).toEqual([media.filename, elsewhere.alt])
    expect(await stored()).toBe(1)
  })
})

const collection = 'media'

function namesOf({ filename, sizes }: Media): string[] {
  const all = [filename, ...Object.values(sizes ?? {}).map((size) => size.filename)]
  return all.filter((name) => typeof name === 'string').sort()
}

async function picture(background: string, [width, height] = [1200, 800]) {
  const data = await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
  return { data, name: 'picture.png', mimetype: 'image/png', size: data.length }
}

async function storePicture(background: string): Promise<Media> {
  return cms.payload.create({
    collection,
    locale: 'uk',
    data: { alt: background },
    file: await picture(background),
  })
}

async function storePdf(alt: string): Promise<Media> {
  const pdf = await PDFDocument.create()
  pdf.addPage()
  pdf.setTitle(alt)
  const data = Buffer.from(await pdf.save())
  const file = { data, name: 'paper.pdf', mimetype: 'application/pdf', size: data.length }
  return cms.payload.create({ collection, locale: 'uk', data: { alt }, file })
}

const onDisk = async () => (await readdir(join(dataDirectory, 'media'))).sort()
const removeUnused = () =>
  runJobs(cms.database.pool, { media_file_removal: ({ name }) => removeUnusedFile(cms.database.pool, name) })

const CROP =
  'uploadEdits[crop][x]=10&uploadEdits[crop][y]=10&uploadEdits[widthInPixels]=600&uploadEdits[heightInPixels]=400'

describe('files on the disk', () => {
  it('are unchanged after a refused replacement', async () => {
    const stored = await storePicture('#123456')
    const before = await onDisk()
    expect(before).toEqual(expect.arrayContaining(namesOf(stored)))
    const exchange = { collection, id: stored.id, locale: 'en', file: await picture('#654321') } as const
    await expect(cms.payload.update({ ...exchange, data: { alt: '' } })).rejects.toMatchObject({ status: 400 })
    await removeUnused()
    expect(await onDisk()).toEqual(before)

    const exchanged = await cms.payload.update({ ...exchange, data: { alt: 'Plant' } })
    // Both exist until the job has run, because an answer may still refer to the former file.
    expect(await onDisk()).toEqual(expect.arrayContaining([...namesOf(stored), ...namesOf(exchanged)]))
    await removeUnused()
    const after = await onDisk()
    expect(after).toEqual(expect.arrayContaining(namesOf(exchanged)))
    for (const name of namesOf(stored)) expect(after).not.toContain(name)
    expect(await jobsOf(cms.database.pool)).toEqual([])
  })

  it('are written in all sizes even if the caller selects other fields, and removed with the record', async () => {
    const file = await picture('#00ff00')
    const stored = await cms.payload.create({ collection, data: { alt: 'a' }, file, select: { alt: true } })
    const { filename } = await cms.payload.findByID({ collection, id: stored.id })
    expect(await onDisk()).toContain(filename)
    await cms.payload.delete({ collection, id: stored.id, select: { alt: true } })
    await removeUnused()
    expect(await onDisk()).not.toContain(filename)
  })

  it('are kept if the same file was uploaded again before the job ran', async () => {
    const first = await storePicture('#abcdef')
    await cms.payload.delete({ collection, id: first.id })
    const second = await storePicture('#abcdef')
    expect(second.filename).toBe(first.filename)
    await removeUnused()
    expect(await onDisk()).toEqual(expect.arrayContaining(namesOf(second)))
  })

  it('keep the name that the editor gave, also when cropped', async () => {
    const file = { ...(await picture('#0088ff')), name: 'Установка №2 (осінь).PNG' }
    const stored = await cms.payload.create({ collection, locale: 'uk', data: { alt: 'a' }, file })
    const named = /^ustanovka-2-osin-[0-9a-f]{12}\.png$/
    expect(stored.filename).toMatch(named)
    const answer = await callStaffApi(cms.payload, `/media/${stored.id}?${CROP}`, {}, { token, method: 'PATCH' })
    expect(answer.status).toBe(200)
    const { filename } = await cms.payload.findByID({ collection, id: stored.id })
    expect(filename).toMatch(named)
    expect(filename).not.toBe(stored.filename)
  })

  it('get a new name when cropped', async () => {
    const stored = await storePicture('#ff8800')
    const bytes = await readFile(join(dataDirectory, 'media', stored.filename ?? ''))
    const crop = (width: number, height: number) =>
      new URLSearchParams({
        'uploadEdits[crop][x]': '10',
        'uploadEdits[crop][y]': '10',
        'uploadEdits[widthInPixels]': String(width),
        'uploadEdits[heightInPixels]': String(height),
      }).toString()
    const names = [stored.filename]
    for (const [width, height] of [
      [600, 400],
      [500, 300],
    ] as const) {
      const path = `/media/${stored.id}?${crop(width, height)}`
      const answer = await callStaffApi(cms.payload, path, {}, { token, method: 'PATCH', host: 'files.invalid' })
      expect(answer.status).toBe(200)
      const cropped = await cms.payload.findByID({ collection, id: stored.id })
      expect(cropped.width).toBe(width)
      expect(names).not.toContain(cropped.filename)
      names.push(cropped.filename)
    }
    // The former name still refers to the former file.
    expect((await readFile(join(dataDirectory, 'media', stored.filename ?? ''))).equals(bytes)).toBe(true)
  })
})

describe('a file in use', () => {
  const expiry = { issued_on: '2026-01-01T00:00:00.000Z' }

  it.each(LOCALES)('cannot be deleted, with the reason in %s', async (language) => {
    const paper = await storePdf(`Паспорт ${language}`)
    const title = `Паспорт якості ${language}`
    const certificate = await cms.payload.create({
      collection: 'certificates',
      data: { title, category: 1, file: paper.id, ...expiry },
    })
    const answer = await callStaffApi(cms.payload, `/media/${paper.id}`, {}, { token, method: 'DELETE', language })
    const { portal, fields } = MESSAGES[language]
    expect([answer.status, answer.body.errors?.map(({ message }) => message)]).toEqual([
      409,
      [portal.fileInUse.replace('{{places}}', `${fields.certificate}: ${title}`)],
    ])
    await removeUnused()
    expect(await onDisk()).toContain(paper.filename)

    // The title is shown in Ukrainian, because it has no translation.
    const faults = createRecordFaults({ warn: () => undefined })
    const { list } = await listCertificates(cms.payload, faults, { lang: language })
    expect(list).toEqual([expect.objectContaining({ id: certificate.id, title, language: 'uk' })])

    await cms.payload.delete({ collection: 'certificates', id: certificate.id })
    await cms.payload.delete({ collection, id: paper.id })
    await removeUnused()
    expect(await onDisk()).not.toContain(paper.filename)
  })

  it('may be the picture of a news item, a product or a block', async () => {
    const [cover, goods, hero] = [
      await storePicture('#102030'),
      await storePicture('#203040'),
      await storePicture('#304050'),
    ]
    const common = { locale: 'uk' as const }
    const news = await cms.payload.create({
      ...common,
      collection: 'news',
      data: {
        title: 'Новина з фото',
        slug: 'news-with-a-picture',
        summary: 'Анонс',
        published_at: '2026-11-26T00:00:00.000Z',
        image: cover.id,
        _status: 'published',
      },
    })
    const product = await cms.payload.create({
      ...common,
      collection: 'products',
      data: {
        name: 'Товар з фото',
        summary: 'Опис',
        unit: 'т',
        minimum_volume: '1.000',
        sort_order: 9,
        image: goods.id,
      },
    })
    const page = await cms.payload.create({
      ...common,
      collection: 'pages',
      data: {
        title: 'Сторінка з фото',
        slug: 'page-with-a-picture',
        _status: 'published',
        blocks: [{ blockType: 'hero', title: 'Перший екран', image: hero.id }],
      },
    })
    for (const [{ id }, title] of [
      [cover, 'Новина з фото'],
      [goods, 'Товар з фото'],
      [hero, 'Сторінка з фото'],
    ] as const)
      await expect(cms.payload.delete({ collection, id })).rejects.toMatchObject({
        status: 409,
        message: expect.stringContaining(title),
      })
    await cms.payload.delete({ collection: 'news', id: news.id })
    await cms.payload.delete({ collection: 'products', id: product.id })
    await cms.payload.delete({ collection: 'pages', id: page.id })
    for (const { id } of [cover, goods, hero]) await cms.payload.delete({ collection, id })
  })

  it('may be a document of a page or of its draft', async () => {
    const [shown, drafted] = [await storePdf('Чинний'), await storePdf('Новий')]
    const blocksWith = (file: number) => [{ blockType: 'documents' as const, items: [{ name: 'Договір', file }] }]
    const page = await cms.payload.create({
      collection: 'pages',
      data: { title: 'Документи', slug: 'list-of-papers', _status: 'published', blocks: blocksWith(shown.id) },
    })
    await cms.payload.update({
      collection: 'pages',
      id: page.id,
      draft: true,
      data: { blocks: blocksWith(drafted.id) },
    })
    for (const { id } of [shown, drafted])
      await expect(cms.payload.delete({ collection, id })).rejects.toMatchObject({
        status: 409,
        message: expect.stringContaining('Документи'),
      })
    await cms.payload.delete({ collection: 'pages', id: page.id })
    for (const { id } of [shown, drafted]) await cms.payload.delete({ collection, id })
  })
})
