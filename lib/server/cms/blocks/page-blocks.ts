import type { ArrayField, Block, BlocksField, Field, RichTextField, TextareaField } from 'payload'
import {
  blockTitle,
  file,
  image,
  line,
  localizedTextarea,
  names,
  ROW_TITLE,
  rowTitle,
  select,
  type Words,
  words,
} from '@/lib/server/cms/fields/basic-fields'
import { linksField, optionalUrlField } from '@/lib/server/cms/fields/links'
import { tableBlock } from './table'
import { blockPicture } from './block-pictures'

function shortText(label: Words): TextareaField {
  return localizedTextarea('text', label, { required: false, maxLength: 1200 })
}

function richText(name: string, label: Words): RichTextField {
  return { name, type: 'richText', localized: true, required: true, label }
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

function itemsField(maxRows: number, fields: Field[]): ArrayField {
  const labels = names(words('Пункт', 'Item', 'Пункт'), items)
  return { name: 'items', type: 'array', label: items, labels, minRows: 1, maxRows, admin: rowTitle, fields }
}

const hero: Block = {
  slug: 'hero',
  labels: names(words('Перший екран', 'Hero', 'Первый экран'), words('Перші екрани', 'Heroes', 'Первые экраны')),
  fields: [
    line('title', words('Заголовок', 'Title', 'Заголовок')),
    shortText(words('Текст', 'Text', 'Текст')),
    image(),
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
    itemsField(20, [
      line('title', words('Крок', 'Step', 'Шаг')),
      shortText(words('Пояснення', 'Explanation', 'Пояснение')),
    ]),
  ],
}

const cards: Block = {
  slug: 'cards',
  labels: names(words('Картки', 'Cards', 'Карточки'), words('Картки', 'Cards', 'Карточки')),
  fields: [
    blockTitle(),
    itemsField(24, [
      line('title', words('Заголовок', 'Title', 'Заголовок')),
      shortText(words('Текст', 'Text', 'Текст')),
      optionalUrlField(),
      image(),
    ]),
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
    itemsField(60, [
      line('question', words('Запитання', 'Question', 'Вопрос')),
      richText('answer', words('Відповідь', 'Answer', 'Ответ')),
    ]),
  ],
}

const documents: Block = {
  slug: 'documents',
  labels: names(words('Документи', 'Documents', 'Документы'), words('Документи', 'Documents', 'Документы')),
  fields: [blockTitle(), itemsField(60, [line('name', words('Назва', 'Name', 'Название')), file()])],
}

const contact: Block = {
  slug: 'contact',
  labels: names(words('Контакти', 'Contacts', 'Контакты'), words('Контакти', 'Contacts', 'Контакты')),
  fields: [
    blockTitle(),
    {
      ...shortText(words('Вступне слово', 'A word before', 'Вступительное слово')),
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
    select(
      'section',
      words('Розділ', 'Section', 'Раздел'),
      {
        rules: words('Правила торгів', 'Rules of bidding', 'Правила торгов'),
        worked_example: words('Приклад розподілу', 'Worked example', 'Пример распределения'),
        guide: words('Як проходить аукціон', 'How an auction goes', 'Как проходит аукцион'),
        certificates: words('Перелік сертифікатів', 'List of certificates', 'Перечень сертификатов'),
      },
      {
        admin: {
          description: words(
            'Те, що портал знає сам і завжди показує правильно.',
            'What the portal knows by itself and always shows right.',
            'То, что портал знает сам и всегда показывает верно.',
          ),
        },
      },
    ),
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
