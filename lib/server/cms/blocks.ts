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

/** A collapsed block shows its kind and first words instead of a name. */
function titled(block: Block): Block {
  const kind = block.labels?.singular as Words
  const sections = block.fields.flatMap((field) => (field.type === 'select' ? field.options : []))
  return {
    ...block,
    admin: {
      ...block.admin,
      disableBlockName: true,
      images: { thumbnail: { url: `/block-${block.slug}.svg`, alt: '' } },
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

const text: Block = {
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
      admin: { description: words('contactBlockHint') },
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
      { admin: { description: words('portalSectionHint') } },
    ),
  ],
}

/** The site fills rows shorter than the head with empty cells. */
const tableBlock: Block = {
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

/** The blocks of the contract's `block`, in one order for all languages. */
export function blocksField(): BlocksField {
  return {
    name: 'blocks',
    type: 'blocks',
    label: words('blocksOfThePage'),
    labels: names(words('block'), words('blocks')),
    maxRows: 60,
    admin: { description: words('blocksHint') },
    blocks: [hero, text, steps, tableBlock, cards, faq, documents, contact, portal].map(titled),
  }
}
