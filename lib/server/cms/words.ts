import type { TextField } from 'payload'

/** What blocks have in common. Words are kept in each language, pictures and addresses once for all of them. */

export function blockTitle(label: Words = words('Заголовок блоку', 'Block title', 'Заголовок блока')): TextField {
  return { name: 'title', type: 'text', localized: true, maxLength: 200, label }
}

/** What a page or a news item is called. */
export function pageTitle(): TextField {
  return { ...blockTitle(words('Заголовок', 'Title', 'Заголовок')), required: true }
}

export function line(name: string, label: Words, required = true): TextField {
  return { name, type: 'text', localized: true, required, maxLength: 300, label }
}

export const ROW_TITLE = '@/app/(cms)/content/row-title#RowTitle'

/** A closed row of a list shows its first words. */
export const rowTitle = { initCollapsed: true, components: { RowLabel: ROW_TITLE } }

/** A text of the back office in its three languages, in the shape that Payload's labels take. */
export type Words = { uk: string; en: string; ru: string }

export function words(uk: string, en: string, ru: string): Words {
  return { uk, en, ru }
}

/** Singular and plural names of a collection. */
export function names(one: Words, many: Words): { singular: Words; plural: Words } {
  return { singular: one, plural: many }
}
