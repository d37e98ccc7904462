import type { ArrayField, Block, BlocksField, Field } from 'payload'
import { BLOCKS } from '@/components/content/blocks/schemas'
import type { BlockField, BlockFields } from '@/lib/contract/block-fields'
import {
  blockTitle,
  file,
  image,
  line,
  localized,
  localizedTextarea,
  names,
  ROW_TITLE,
  rowTitle,
  select,
} from '@/lib/server/cms/fields/basic-fields'
import { linksField, optionalUrlField } from '@/lib/server/cms/fields/links'

/** A block of its schema. Collapsed, it shows its kind and first words instead of a name. */
function blockOf({ kind, name, picture, fields }: (typeof BLOCKS)[number]): Block {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 80">${picture}</svg>`
  const editable = fieldsOf(fields)
  const sections = editable.flatMap((field) => (field.type === 'select' ? field.options : []))
  return {
    slug: kind,
    labels: names(name, name),
    fields: editable,
    admin: {
      disableBlockName: true,
      images: { thumbnail: { url: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt: '' } },
      components: { Label: { path: ROW_TITLE, clientProps: { kind: name, sections } } },
    },
  }
}

function fieldsOf(fields: BlockFields): Field[] {
  return Object.entries(fields).map(([name, field]) => fieldOf(name, field))
}

function fieldOf(name: string, field: BlockField): Field {
  switch (field.kind) {
    case 'title':
      return blockTitle(field.label)
    case 'line':
      return line(name, field.label ?? localized('title'), !field.optional)
    case 'text':
      return localizedTextarea(name, field.label ?? localized('text'), {
        required: false,
        maxLength: 1200,
        admin: { description: field.hint },
      })
    case 'html': {
      const label = field.label ?? localized('text')
      return { name: field.stored, type: 'richText', localized: true, required: true, label }
    }
    case 'choice':
      return select(name, field.label, field.options, { admin: { description: field.hint } })
    case 'image':
      return image(name)
    case 'url':
      return optionalUrlField()
    case 'links':
      return linksField(name, field.labels.rows, field.labels.row)
    case 'files':
      return itemsField(name, field.maximum, [line('name', localized('name')), file()])
    case 'items':
      return itemsField(name, field.maximum, fieldsOf(field.fields))
    case 'values': {
      const of = fieldOf(field.stored, field.of)
      return {
        name,
        type: 'array',
        required: true,
        minRows: 1,
        maxRows: field.maximum,
        label: field.labels.rows,
        labels: names(field.labels.row, field.labels.rows),
        admin: rowTitle,
        // Rows within a row are open, and have only numbers.
        fields: [of.type === 'array' ? { ...of, admin: undefined } : of],
      }
    }
    default:
      return field satisfies never
  }
}

function itemsField(name: string, maxRows: number, fields: Field[]): ArrayField {
  const label = localized('items')
  return {
    name,
    type: 'array',
    label,
    labels: names(localized('item'), label),
    minRows: 1,
    maxRows,
    admin: { components: { RowLabel: ROW_TITLE } },
    fields,
  }
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
    blocks: BLOCKS.map(blockOf),
  }
}
