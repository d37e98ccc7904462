import { expect, it, jest } from '@jest/globals'
import { renderToStaticMarkup } from 'react-dom/server'

const execute = jest.fn(async () => ({ rows: [{ id: 7, name: 'Статут.pdf', bytes: 2048 }] }))
jest.unstable_mockModule('@/lib/server/cms/database', () => ({ executorOf: () => ({ execute }), poolOf: () => null }))
jest.unstable_mockModule('@/lib/server/cms/translation-gaps', () => ({ readGaps: () => null }))
jest.unstable_mockModule('@/app/(cms)/content/fields', () => ({ GapPills: () => null }))

const { AttachedFiles } = await import('./server-fields')

async function filesFor(role: string): Promise<string> {
  const req = { user: { collection: 'staff', role } }
  const props = { data: { file_ids: [7] }, payload: {}, i18n: { language: 'en' }, req }
  return renderToStaticMarkup(await AttachedFiles(props as never))
}

it.each(['manager', 'admin'])('the files of a message are shown to the role of %s', async (role) => {
  expect(await filesFor(role)).toContain('href="/storage/files/7"')
})

it('the names of private files are not shown to an editor who asks for the field', async () => {
  execute.mockClear()
  expect(await filesFor('editor')).toBe('')
  expect(execute).not.toHaveBeenCalled()
})
