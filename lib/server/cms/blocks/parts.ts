import type { Block, RichTextField, TextField, TextareaField, UploadField } from 'payload'
import { blockPicture } from '@/lib/server/cms/blocks/pictures'
import { words, type Words } from '@/lib/server/cms/words'

/** What blocks have in common. Words are kept in each language, pictures and addresses once for all of them. */

export function blockTitle(label: Words = words('Заголовок блоку', 'Block title', 'Заголовок блока')): TextField {
  return { name: 'title', type: 'text', localized: true, maxLength: 200, label }
}

export function shortText(name: string, label: Words, required = false): TextareaField {
  return { name, type: 'textarea', localized: true, required, maxLength: 1200, label }
}

export function line(name: string, label: Words, required = true): TextField {
  return { name, type: 'text', localized: true, required, maxLength: 300, label }
}

export function richText(name: string, label: Words): RichTextField {
  return { name, type: 'richText', localized: true, required: true, label }
}

export function picture(name = 'image'): UploadField {
  return {
    name,
    type: 'upload',
    relationTo: 'media',
    label: words('Зображення', 'Image', 'Изображение'),
    filterOptions: { mimeType: { contains: 'image/' } },
  }
}

const ROW_TITLE = '@/app/(cms)/content/row-title#RowTitle'

/** A closed row of a list shows its first words. */
export const rowTitle = { initCollapsed: true, components: { RowLabel: ROW_TITLE } }

/** A closed block shows its kind and its first words; a name of its own beside them would only be a second title. */
export function titled(block: Block): Block {
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
