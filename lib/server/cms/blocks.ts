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

function shortText(label: Words): TextareaField {
  return localizedTextarea('text', label, { required: false, maxLength: 1200 })
}

function richText(name: string, label: Words): RichTextField {
  return { name, type: 'richText', localized: true, required: true, label }
}

/** A closed block shows its kind and first words instead of a name. */
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

const items = words('items')

function itemsField(maxRows: number, fields: Field[]): ArrayField {
  const labels = names(words('item'), items)
  return {
    name: 'items',
    type: 'array',
    label: items,
    labels,
    minRows: 1,
    maxRows,
    admin: { components: { RowLabel: ROW_TITLE } },
    fields,
  }
}

const hero: Block = {
  slug: 'hero',
  labels: names(words('hero'), words('heroes')),
  fields: [
    line('title', words('title')),
    shortText(words('text')),
    image(),
    linksField('links', words('buttons'), words('button')),
  ],
}

export const text: Block = {
  slug: 'text',
  labels: names(words('text'), words('texts')),
  fields: [blockTitle(), richText('content', words('text'))],
}

const steps: Block = {
  slug: 'steps',
  labels: names(words('steps'), words('steps')),
  fields: [blockTitle(), itemsField(20, [line('title', words('step')), shortText(words('explanation'))])],
}

const cards: Block = {
  slug: 'cards',
  labels: names(words('cards'), words('cards')),
  fields: [
    blockTitle(),
    itemsField(24, [line('title', words('title')), shortText(words('text')), optionalUrlField(), image()]),
  ],
}

const faq: Block = {
  slug: 'faq',
  labels: names(words('questionsAndAnswers'), words('questionsAndAnswers')),
  fields: [blockTitle(), itemsField(60, [line('question', words('question')), richText('answer', words('answer'))])],
}

const documents: Block = {
  slug: 'documents',
  labels: names(words('documents'), words('documents')),
  fields: [blockTitle(), itemsField(60, [line('name', words('name')), file()])],
}

const contact: Block = {
  slug: 'contact',
  labels: names(words('contacts'), words('contacts')),
  fields: [
    blockTitle(),
    {
      ...shortText(words('wordBefore')),
      admin: {
        description: words('contactBlockHint'),
      },
    },
  ],
}

const portal: Block = {
  slug: 'portal',
  labels: names(words('portalSection'), words('portalSections')),
  fields: [
    select(
      'section',
      words('section'),
      {
        rules: words('rulesOfBidding'),
        worked_example: words('workedExample'),
        guide: words('howAnAuctionGoes'),
        certificates: words('listOfCertificates'),
      },
      {
        admin: {
          description: words('portalSectionHint'),
        },
      },
    ),
  ],
}

/** The blocks of the contract's `block`. Their order is the same in all languages. */
export function blocksField(): BlocksField {
  return {
    name: 'blocks',
    type: 'blocks',
    label: words('blocksOfThePage'),
    labels: names(words('block'), words('blocks')),
    maxRows: 60,
    admin: {
      description: words('blocksHint'),
    },
    blocks: [hero, text, steps, tableBlock, cards, faq, documents, contact, portal].map(titled),
  }
}

/** A table by rows; a row that is shorter than the head is filled up with empty cells where it is shown. */
export const tableBlock: Block = {
  slug: 'table',
  labels: names(words('table'), words('tables')),
  fields: [
    blockTitle(words('caption')),
    {
      name: 'columns',
      type: 'array',
      required: true,
      minRows: 1,
      maxRows: 8,
      label: words('columns'),
      labels: names(words('column'), words('columns')),
      admin: rowTitle,
      fields: [line('name', words('columnName'))],
    },
    {
      name: 'rows',
      type: 'array',
      required: true,
      minRows: 1,
      maxRows: 200,
      label: words('rows'),
      labels: names(words('row'), words('rows')),
      admin: rowTitle,
      fields: [
        {
          name: 'cells',
          type: 'array',
          required: true,
          minRows: 1,
          maxRows: 8,
          label: words('cells'),
          labels: names(words('cell'), words('cells')),
          fields: [line('value', words('value'), false)],
        },
      ],
    },
  ],
}

/** Ink for titles, soft for text, blue for links: legible on light and dark drawers. */
const INK = '#56718a'
const SOFT = '#b4c2cf'
const BLUE = '#2f7bff'

const bar = (x: number, y: number, width: number, height: number, fill = SOFT) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="2" fill="${fill}"/>`

const dot = (x: number, y: number, fill = BLUE) => `<circle cx="${x}" cy="${y}" r="6" fill="${fill}"/>`

const rows = (at: readonly number[], draw: (y: number) => string) => at.map(draw).join('')

/** 120 × 80 pixels. */
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
export function blockPicture(slug: string): string {
  const drawing = DRAWINGS[slug] ?? ''
  return `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 80">${drawing}</svg>`)}`
}
