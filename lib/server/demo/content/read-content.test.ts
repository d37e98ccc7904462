import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals'
import * as z from 'zod'
import { readJson, readTranslated, say, wordsInThree } from './read-content'

const FRONT = z.strictObject({ title: z.string(), days_ago: z.int() })
const directory = mkdtempSync(join(tmpdir(), 'portal-content-'))
const folder = join(directory, 'news')
const read = () => readTranslated(folder, FRONT, { tanks: 7 })

const CARDS = '<!-- cards -->\n\n# Cards\n\n## [One](/one)\n\n![](tanks)\n\nWords.\n'
const file = (body: string, front = 'title: A title\ndays_ago: 3') => `---\n${front}\n---\n\n${body}`

function write(language: string, content: string): void {
  writeFileSync(join(folder, `item.${language}.md`), content)
}

beforeEach(() => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  for (const language of ['uk', 'en', 'ru']) write(language, file(CARDS))
})

afterAll(() => rmSync(directory, { recursive: true, force: true }))

describe('a document of the demo', () => {
  it('is read from its three files', async () => {
    write('uk', file(`Перший **жирний**\nабзац, 5 %.\n\n1. [Лист](/list)\n\n${CARDS}`))
    for (const language of ['en', 'ru']) write(language, file(`Text.\n\n${CARDS}`))
    const [item] = await read()
    expect(item).toMatchObject({
      slug: 'item',
      en: { title: 'A title', days_ago: 3 },
      uk: {
        blocks: [
          {
            id: 'demo-0',
            blockType: 'text',
            content: {
              root: {
                children: [
                  {
                    type: 'paragraph',
                    children: [
                      { text: 'Перший ', format: 0 },
                      { text: 'жирний', format: 1 },
                      { text: ' абзац, 5\u00A0%.', format: 0 },
                    ],
                  },
                  {
                    type: 'list',
                    tag: 'ol',
                    children: [
                      { children: [{ type: 'link', fields: { url: '/list' }, children: [{ text: 'Лист' }] }] },
                    ],
                  },
                ],
              },
            },
          },
          {
            id: 'demo-1',
            blockType: 'cards',
            title: 'Cards',
            items: [{ id: 'card-0', title: 'One', url: '/one', image: 7, text: 'Words.' }],
          },
        ],
      },
    })
  })

  it.each([
    ['an unknown block', file('<!-- banner -->\n'), '“<!-- banner -->” cannot stand there'],
    ['an unknown picture', file(CARDS.replace('tanks', 'tank')), '“![](tank)” cannot stand there'],
    ['a table among steps', file('<!-- steps -->\n\n## One\n\n| a |\n| - |\n| b |\n'), 'cannot stand there (table)'],
    ['a link where none is shown', file('<!-- contact -->\n\n[Words](/one)\n'), '“[Words](/one)” cannot stand there'],
    ['a heading too many', file('Text.\n\n# Title\n'), '“# Title” cannot stand there'],
    ['words before the first item', file('<!-- faq -->\n\nWords.\n'), '“Words.” cannot stand there'],
    ['two things in a table block', file('<!-- table -->\n\n| a |\n| - |\n\nWords.\n'), '“Words.” cannot stand there'],
    ['no front matter', CARDS, 'it does not begin with front matter'],
    ['front matter that is no YAML', file(CARDS, 'title: one: two'), 'Nested mappings'],
    ['a fact that is missing', file(CARDS, 'title: A title'), 'days_ago'],
    ['a fact that is not known', file(CARDS, 'title: A title\ndays_ago: 3\nauthor: I'), 'author'],
    ['another number of items', file(`${CARDS}\n## Two\n`), 'are not those of item.uk.md'],
    ['another address', file(CARDS.replace('/one', '/two')), 'are not those of item.uk.md'],
    ['another fact', file(CARDS, 'title: A title\ndays_ago: 4'), 'are not those of item.uk.md'],
  ])('is refused by the name of its file for %s', async (_, content, reason) => {
    write('en', content)
    const failure = await read().then(String, String)
    expect(failure).toContain('news/item.en.md: ')
    expect(failure).toContain(reason)
  })

  it('is refused where a language is missing, or a file has another name', async () => {
    rmSync(join(folder, 'item.ru.md'))
    await expect(read()).rejects.toThrow(/item\.ru\.md/)
    write('de', file(CARDS))
    await expect(read()).rejects.toThrow(/item\.de\.md: it is not named/)
  })
})

describe('a list of the demo', () => {
  it('is refused by the name of its file, and said in one language', async () => {
    const form = z.array(z.strictObject({ url: z.string(), name: wordsInThree }))
    writeFileSync(join(directory, 'menu.json'), '[{ "url": "/", "name": { "uk": "Так", "en": "Yes" } }]')
    await expect(readJson(join(directory, 'menu'), form)).rejects.toThrow(/menu\.json: .*\n.*name\.ru/)
    writeFileSync(join(directory, 'menu.json'), '[{ "url": "/", "name": { "uk": "Так", "en": "Yes", "ru": "Да" } }]')
    expect(say(await readJson(join(directory, 'menu'), form), 'ru')).toEqual([{ url: '/', name: 'Да' }])
  })
})
