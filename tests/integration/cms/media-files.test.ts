import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import { LOCALES } from '@/lib/config/constants'
import { MESSAGES } from '@/lib/server/cms/translations'
import { askStaff } from '@/tests/support/staff-calls'
import { staffToken } from '@/tests/support/test-portal'
import { createTestCms, type TestCms } from '@/tests/integration/cms/support'

let cms: TestCms
let token: string

beforeAll(async () => {
  cms = await createTestCms()
  const data = { email: 'editor@portal.test', password: 'a-long-enough-password', name: 'e', role: 'editor' as const }
  token = await staffToken(await cms.payload.create({ collection: 'staff', data }))
})

afterAll(() => cms.close())

// A name that no resolver knows: a portal that tried to fetch it would say that this failed.
const elsewhere = { alt: 'Установка', filename: 'a.png', url: 'https://files.invalid/endless.png' }

async function kept(): Promise<number> {
  return (await cms.payload.count({ collection: 'media' })).totalDocs
}

describe('the file of a media record', () => {
  it.each(LOCALES)('comes with its request and is fetched from nowhere, said in %s', async (language) => {
    const answer = await askStaff(cms.payload, '/media', elsewhere, { token, language })
    expect([answer.status, answer.body.errors?.map(({ message }) => message)]).toEqual([
      400,
      [MESSAGES[language].portal.fileMissing],
    ])
    expect(await kept()).toBe(0)
  })

  it('is not fetched for a copy or a change of a record either', async () => {
    const data = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#1660F0' } })
      .png()
      .toBuffer()
    const file = { data, name: 'blue.png', mimetype: 'image/png', size: data.length }
    const media = await cms.payload.create({ collection: 'media', data: { alt: 'Синє' }, file })
    const copied = await askStaff(cms.payload, `/media/${media.id}/duplicate`, elsewhere, { token })
    expect(copied.status).toBe(404)
    await expect(
      cms.payload.create({ collection: 'media', data: { alt: 'Синє' }, duplicateFromID: media.id, file }),
    ).rejects.toMatchObject({ status: 400, message: expect.stringContaining('cannot be duplicated') })

    const changed = await askStaff(cms.payload, `/media/${media.id}`, elsewhere, { token, method: 'PATCH' })
    expect(changed.status).toBe(200)
    const { filename, alt } = await cms.payload.findByID({ collection: 'media', id: media.id })
    expect([filename, alt]).toEqual([media.filename, elsewhere.alt])
    expect(await kept()).toBe(1)
  })
})
