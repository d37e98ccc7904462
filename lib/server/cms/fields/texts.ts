import type { TextField } from 'payload'
import { words, type Words } from '@/lib/server/cms/words'

/** What blocks have in common. Words are kept in each language, pictures and addresses once for all of them. */

export function blockTitle(label: Words = words('Заголовок блоку', 'Block title', 'Заголовок блока')): TextField {
  return { name: 'title', type: 'text', localized: true, maxLength: 200, label }
}

export function line(name: string, label: Words, required = true): TextField {
  return { name, type: 'text', localized: true, required, maxLength: 300, label }
}

export const ROW_TITLE = '@/app/(cms)/content/row-title#RowTitle'

/** A closed row of a list shows its first words. */
export const rowTitle = { initCollapsed: true, components: { RowLabel: ROW_TITLE } }
