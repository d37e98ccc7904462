import type { Block, BlocksField, RichTextField, TextareaField, UploadField } from 'payload'
import { linksField, optionalUrlField } from '@/lib/server/cms/fields/links'
import { names, words, type Words } from '@/lib/server/cms/words'
import { tableBlock } from './table'
import { rowTitle, blockTitle, line, ROW_TITLE } from '@/lib/server/cms/fields/texts'

/** Ink for what is read, soft for what stands for words, blue for what leads on: legible on light and dark drawers. */
const INK = '#56718a'
const SOFT = '#b4c2cf'
const BLUE = '#2f7bff'

const bar = (x: number, y: number, width: number, height: number, fill = SOFT) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="2" fill="${fill}"/>`
const dot = (x: number, y: number, fill = BLUE) => `<circle cx="${x}" cy="${y}" r="6" fill="${fill}"/>`
const rows = (at: readonly number[], draw: (y: number) => string) => at.map(draw).join('')

/** What each block looks like on a page, 120 × 80. */
const DRAWINGS: Readonly<Record<string, string>> = {
  hero: `<rect width="120" height="80" fill="#0b1c2c"/>${bar(12, 20, 66, 9, '#fff')}${bar(12, 36, 48, 4, SOFT)}${bar(12, 52, 28, 11, BLUE)}<path d="M84 62c8-26 18-26 28-44" fill="none" stroke="${BLUE}" stroke-width="3"/>`,
  text: bar(14, 12, 50, 7, INK) + rows([28, 37, 46, 55], (y) => bar(14, y, 92, 4)) + bar(14, 64, 60, 4),
  steps: rows([18, 40, 62], (y) => dot(22, y) + bar(36, y - 6, 40, 5, INK) + bar(36, y + 2, 66, 4)),
  table: bar(12, 12, 96, 11, INK) + rows([29, 43, 57], (y) => [12, 46, 80].map((x) => bar(x, y, 28, 8)).join('')),
  cards: [10, 45, 80]
    .map(
      (x) =>
        `<rect x="${x}" y="14" width="30" height="52" rx="4" fill="none" stroke="${SOFT}" stroke-width="2"/>${bar(x + 6, 22, 18, 12, BLUE)}${bar(x + 6, 42, 18, 4, INK)}${bar(x + 6, 51, 12, 4)}`,
    )
    .join(''),
  faq: rows(
    [12, 36, 60],
    (y) =>
      `${bar(12, y, 70, 6, INK)}<path d="m98 ${y + 1} 5 5 5-5" fill="none" stroke="${BLUE}" stroke-width="2"/>${bar(12, y + 11, 96, 2)}`,
  ),
  documents: rows(
    [12, 36, 60],
    (y) =>
      `<path d="M14 ${y - 4}h9l4 4v13H14z" fill="none" stroke="${BLUE}" stroke-width="2"/>${bar(36, y, 60, 5, INK)}`,
  ),
  contact: `<path d="M20 30c0 16 14 30 30 30l4-8-10-6-5 4c-5-2-7-5-9-9l4-5-5-10z" fill="${BLUE}"/>${bar(64, 26, 44, 6, INK)}${bar(64, 40, 36, 4)}${bar(64, 50, 40, 4)}`,
  portal: `<rect x="12" y="12" width="96" height="56" rx="5" fill="none" stroke="${SOFT}" stroke-width="2"/><path d="M22 56l18-16 14 8 22-24 22 14" fill="none" stroke="${BLUE}" stroke-width="3"/>`,
}

/** The picture of a block where editors choose one, as an address without a file. */
function blockPicture(slug: string): string {
  const drawing = DRAWINGS[slug] ?? ''
  return `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 80">${drawing}</svg>`)}`
}

function shortText(name: string, label: Words, required = false): TextareaField {
  return { name, type: 'textarea', localized: true, required, maxLength: 1200, label }
}

function richText(name: string, label: Words): RichTextField {
  return { name, type: 'richText', localized: true, required: true, label }
}

function picture(name = 'image'): UploadField {
  return {
    name,
    type: 'upload',
    relationTo: 'media',
    label: words('Зображення', 'Image', 'Изображение'),
    filterOptions: { mimeType: { contains: 'image/' } },
  }
}

/** A closed block shows its kind and its first words; a name of its own beside them would only be a second title. */
function titled(block: Block): Block {
  const kind = block.labels?.singular as Words
  const sections = block.fields.flatMap((field) => (field.type === 'select' ? field.options : []))
  return {
    ...block,
    admin: {
      ...block.admin,
      disableBlockName: true,
      images: { thumbnail: { url: blockPicture(block.slug), alt: '' } },
      components: { Label: { path: ROW_TITLE, clientProps: { kind, sections } } },
    },
  }
}

const items = words('Пункти', 'Items', 'Пункты')
const item = names(words('Пункт', 'Item', 'Пункт'), items)

const hero: Block = {
  slug: 'hero',
  labels: names(words('Перший екран', 'Hero', 'Первый экран'), words('Перші екрани', 'Heroes', 'Первые экраны')),
  fields: [
    line('title', words('Заголовок', 'Title', 'Заголовок')),
    shortText('text', words('Текст', 'Text', 'Текст')),
    picture(),
    linksField('links', words('Кнопки', 'Buttons', 'Кнопки'), words('Кнопка', 'Button', 'Кнопка')),
  ],
}

export const text: Block = {
  slug: 'text',
  labels: names(words('Текст', 'Text', 'Текст'), words('Тексти', 'Texts', 'Тексты')),
  fields: [blockTitle(), richText('content', words('Текст', 'Text', 'Текст'))],
}

const steps: Block = {
  slug: 'steps',
  labels: names(words('Кроки', 'Steps', 'Шаги'), words('Кроки', 'Steps', 'Шаги')),
  fields: [
    blockTitle(),
    {
      name: 'items',
      type: 'array',
      label: items,
      labels: item,
      minRows: 1,
      maxRows: 20,
      admin: rowTitle,
      fields: [
        line('title', words('Крок', 'Step', 'Шаг')),
        shortText('text', words('Пояснення', 'Explanation', 'Пояснение')),
      ],
    },
  ],
}

const cards: Block = {
  slug: 'cards',
  labels: names(words('Картки', 'Cards', 'Карточки'), words('Картки', 'Cards', 'Карточки')),
  fields: [
    blockTitle(),
    {
      name: 'items',
      type: 'array',
      label: items,
      labels: item,
      minRows: 1,
      maxRows: 24,
      admin: rowTitle,
      fields: [
        line('title', words('Заголовок', 'Title', 'Заголовок')),
        shortText('text', words('Текст', 'Text', 'Текст')),
        optionalUrlField(),
        picture(),
      ],
    },
  ],
}

const faq: Block = {
  slug: 'faq',
  labels: names(
    words('Запитання й відповіді', 'Questions and answers', 'Вопросы и ответы'),
    words('Запитання й відповіді', 'Questions and answers', 'Вопросы и ответы'),
  ),
  fields: [
    blockTitle(),
    {
      name: 'items',
      type: 'array',
      label: items,
      labels: item,
      minRows: 1,
      maxRows: 60,
      admin: rowTitle,
      fields: [
        line('question', words('Запитання', 'Question', 'Вопрос')),
        richText('answer', words('Відповідь', 'Answer', 'Ответ')),
      ],
    },
  ],
}

const documents: Block = {
  slug: 'documents',
  labels: names(words('Документи', 'Documents', 'Документы'), words('Документи', 'Documents', 'Документы')),
  fields: [
    blockTitle(),
    {
      name: 'items',
      type: 'array',
      label: items,
      labels: item,
      minRows: 1,
      maxRows: 60,
      admin: rowTitle,
      fields: [
        line('name', words('Назва', 'Name', 'Название')),
        { name: 'file', type: 'upload', relationTo: 'media', required: true, label: words('Файл', 'File', 'Файл') },
      ],
    },
  ],
}

const contact: Block = {
  slug: 'contact',
  labels: names(words('Контакти', 'Contacts', 'Контакты'), words('Контакти', 'Contacts', 'Контакты')),
  fields: [
    blockTitle(),
    {
      ...shortText('text', words('Вступне слово', 'A word before', 'Вступительное слово')),
      admin: {
        description: words(
          'Самі контакти беруться з налаштувань.',
          'The contacts themselves come from the settings.',
          'Сами контакты берутся из настроек.',
        ),
      },
    },
  ],
}

const portal: Block = {
  slug: 'portal',
  labels: names(
    words('Розділ порталу', 'Portal section', 'Раздел портала'),
    words('Розділи порталу', 'Portal sections', 'Разделы портала'),
  ),
  fields: [
    {
      name: 'section',
      type: 'select',
      required: true,
      label: words('Розділ', 'Section', 'Раздел'),
      admin: {
        description: words(
          'Те, що портал знає сам і завжди показує правильно.',
          'What the portal knows by itself and always shows right.',
          'То, что портал знает сам и всегда показывает верно.',
        ),
      },
      options: [
        { value: 'rules', label: words('Правила торгів', 'Rules of bidding', 'Правила торгов') },
        { value: 'worked_example', label: words('Приклад розподілу', 'Worked example', 'Пример распределения') },
        { value: 'guide', label: words('Як проходить аукціон', 'How an auction goes', 'Как проходит аукцион') },
        {
          value: 'certificates',
          label: words('Перелік сертифікатів', 'List of certificates', 'Перечень сертификатов'),
        },
      ],
    },
  ],
}

/** What an editor builds a page of; the contract’s `block` one by one. The order of blocks is one for all languages. */
export function blocksField(): BlocksField {
  return {
    name: 'blocks',
    type: 'blocks',
    label: words('Блоки сторінки', 'Blocks of the page', 'Блоки страницы'),
    labels: names(words('Блок', 'Block', 'Блок'), words('Блоки', 'Blocks', 'Блоки')),
    maxRows: 60,
    admin: {
      initCollapsed: true,
      description: words(
        'Порядок блоків спільний для всіх мов; слова кожна мова має свої.',
        'The order of blocks is one for all languages; each language has its own words.',
        'Порядок блоков общий для всех языков; слова у каждого языка свои.',
      ),
    },
    blocks: [hero, text, steps, tableBlock, cards, faq, documents, contact, portal].map(titled),
  }
}
