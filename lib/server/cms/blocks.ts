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
  type LocalizedText,
  localized,
} from '@/lib/server/cms/fields/basic-fields'
import { linksField, optionalUrlField } from '@/lib/server/cms/fields/links'

function shortText(label: LocalizedText): TextareaField {
  return localizedTextarea('text', label, { required: false, maxLength: 1200 })
}

function richText(name: string, label: LocalizedText): RichTextField {
  return { name, type: 'richText', localized: true, required: true, label }
}

/** A collapsed block shows its kind and first words instead of a name. */
function titled(block: Block): Block {
  const kind = block.labels?.singular as LocalizedText
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

const items = localized('items')

function itemsField(maxRows: number, fields: Field[]): ArrayField {
  const labels = names(localized('item'), items)
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
  labels: names(localized('hero'), localized('heroes')),
  fields: [
    line('title', localized('title')),
    shortText(localized('text')),
    image(),
    linksField('links', localized('buttons'), localized('button')),
  ],
}

const text: Block = {
  slug: 'text',
  labels: names(localized('text'), localized('texts')),
  fields: [blockTitle(), richText('content', localized('text'))],
}

const steps: Block = {
  slug: 'steps',
  labels: names(localized('steps'), localized('steps')),
  fields: [blockTitle(), itemsField(20, [line('title', localized('step')), shortText(localized('explanation'))])],
}

const cards: Block = {
  slug: 'cards',
  labels: names(localized('cards'), localized('cards')),
  fields: [
    blockTitle(),
    itemsField(24, [line('title', localized('title')), shortText(localized('text')), optionalUrlField(), image()]),
  ],
}

const faq: Block = {
  slug: 'faq',
  labels: names(localized('questionsAndAnswers'), localized('questionsAndAnswers')),
  fields: [
    blockTitle(),
    itemsField(60, [line('question', localized('question')), richText('answer', localized('answer'))]),
  ],
}

const documents: Block = {
  slug: 'documents',
  labels: names(localized('documents'), localized('documents')),
  fields: [blockTitle(), itemsField(60, [line('name', localized('name')), file()])],
}

const contact: Block = {
  slug: 'contact',
  labels: names(localized('contacts'), localized('contacts')),
  fields: [
    blockTitle(),
    {
      ...shortText(localized('wordBefore')),
      admin: { description: localized('contactBlockHint') },
    },
  ],
}

const portal: Block = {
  slug: 'portal',
  labels: names(localized('portalSection'), localized('portalSections')),
  fields: [
    select(
      'section',
      localized('section'),
      {
        rules: localized('rulesOfBidding'),
        worked_example: localized('workedExample'),
        guide: localized('howAnAuctionGoes'),
        certificates: localized('listOfCertificates'),
      },
      { admin: { description: localized('portalSectionHint') } },
    ),
  ],
}

/** The site fills rows shorter than the head with empty cells. */
const tableBlock: Block = {
  slug: 'table',
  labels: names(localized('table'), localized('tables')),
  fields: [
    blockTitle(localized('caption')),
    {
      name: 'columns',
      type: 'array',
      required: true,
      minRows: 1,
      maxRows: 8,
      label: localized('columns'),
      labels: names(localized('column'), localized('columns')),
      admin: rowTitle,
      fields: [line('name', localized('columnName'))],
    },
    {
      name: 'rows',
      type: 'array',
      required: true,
      minRows: 1,
      maxRows: 200,
      label: localized('rows'),
      labels: names(localized('row'), localized('rows')),
      admin: rowTitle,
      fields: [
        {
          name: 'cells',
          type: 'array',
          required: true,
          minRows: 1,
          maxRows: 8,
          label: localized('cells'),
          labels: names(localized('cell'), localized('cells')),
          fields: [line('value', localized('value'), false)],
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
    label: localized('blocksOfThePage'),
    labels: names(localized('block'), localized('blocks')),
    maxRows: 60,
    admin: { description: localized('blocksHint') },
    blocks: [hero, text, steps, tableBlock, cards, faq, documents, contact, portal].map(titled),
  }
}
