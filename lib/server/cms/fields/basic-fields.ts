import type {
  CollectionSlug,
  DateField,
  Field,
  FieldHook,
  NumberField,
  Option,
  RelationshipField,
  RowField,
  SelectField,
  TextareaField,
  TextField,
  UploadField,
} from 'payload'
import { LANGUAGE_NAMES } from '@/lib/config/constants'
import { type FieldTextKey, MESSAGES } from '@/lib/server/cms/translations'

/** A text in three languages, in the form of Payload's labels. */
export type LocalizedText = { uk: string; en: string; ru: string }

export function localized(key: FieldTextKey): LocalizedText {
  return { uk: MESSAGES.uk.fields[key], en: MESSAGES.en.fields[key], ru: MESSAGES.ru.fields[key] }
}

export function names(
  singular: LocalizedText,
  plural: LocalizedText,
): { singular: LocalizedText; plural: LocalizedText } {
  return { singular, plural }
}

/** Further options of a field, which override those that its function sets. */
type Overrides<F> = Partial<Omit<F, 'name' | 'type' | 'label'>>

export const sidebar = { position: 'sidebar' } as const

/** Fields side by side; those without a width share it equally. */
export function row(...fields: Field[]): RowField {
  const width = `${Math.floor(100 / fields.length)}%`
  return { type: 'row', fields: fields.map((field) => ({ ...field, admin: { width, ...field.admin } }) as Field) }
}

export function text(name: string, label: LocalizedText, overrides: Overrides<TextField> = {}): TextField {
  return { name, type: 'text', label, required: true, ...overrides } as TextField
}

/** A fact about a record that is not stored with it. */
export function virtualText<Stored extends { id: number }>(name: string, read: FieldHook<Stored>): TextField {
  return {
    name,
    type: 'text',
    virtual: true,
    access: { create: () => false, update: () => false },
    hooks: { afterRead: [read as FieldHook] },
  }
}

/** A required text in each language. */
export function localizedText(name: string, label: LocalizedText, overrides: Overrides<TextField> = {}): TextField {
  return text(name, label, { localized: true, ...overrides })
}

export function localizedTextarea(
  name: string,
  label: LocalizedText,
  overrides: Overrides<TextareaField> = {},
): TextareaField {
  return { name, type: 'textarea', label, localized: true, required: true, ...overrides }
}

/** A required choice; `options` gives the label of each value, in the order of the list. */
export function select(
  name: string,
  label: LocalizedText,
  options: Readonly<Record<string, LocalizedText | string>>,
  overrides: Overrides<SelectField> = {},
): SelectField {
  const list: Option[] = Object.entries(options).map(([value, optionLabel]) => ({ value, label: optionLabel }))
  const admin = { isClearable: overrides.required === false, ...overrides.admin }
  return { name, type: 'select', label, required: true, options: list, ...overrides, admin } as SelectField
}

/** A choice of the languages, each named in itself; Ukrainian by default. */
export function languageSelect(label: LocalizedText, overrides: Overrides<SelectField> = {}): SelectField {
  return select('language', label, LANGUAGE_NAMES, { defaultValue: 'uk', ...overrides })
}

export function relationship(
  name: string,
  relationTo: CollectionSlug,
  label: LocalizedText,
  overrides: Overrides<RelationshipField> = {},
): RelationshipField {
  return { name, type: 'relationship', relationTo, label, ...overrides } as RelationshipField
}

export function image(name = 'image', label = localized('image')): UploadField {
  return { name, type: 'upload', relationTo: 'media', filterOptions: { mimeType: { contains: 'image/' } }, label }
}

export function file(overrides: Overrides<UploadField> = {}, label = localized('file')): UploadField {
  return { name: 'file', type: 'upload', relationTo: 'media', required: true, label, ...overrides } as UploadField
}

/** A day without a time, shown as 31.12.2026. */
export function day(name: string, label: LocalizedText, { admin, ...overrides }: Overrides<DateField> = {}): DateField {
  const display = { pickerAppearance: 'dayOnly', displayFormat: 'dd.MM.yyyy' } as const
  return { name, type: 'date', label, ...overrides, admin: { date: display, ...admin } }
}

export const sortOrder: NumberField = {
  name: 'sort_order',
  type: 'number',
  required: true,
  defaultValue: 0,
  label: localized('sortOrder'),
  admin: { ...sidebar, step: 1 },
}

export const RAW_MATERIALS = {
  gas_condensate: localized('gasCondensate'),
  natural_gas: localized('naturalGas'),
}

export function blockTitle(label: LocalizedText = localized('blockTitle')): TextField {
  return localizedText('title', label, { required: false, maxLength: 200 })
}

export function pageTitle(): TextField {
  return localizedText('title', localized('title'), { maxLength: 200 })
}

/** A line of a block: a name, a question, a cell. */
export function line(name: string, label: LocalizedText, required = true): TextField {
  return localizedText(name, label, { required, maxLength: 300 })
}

export const ROW_TITLE = '@/app/(cms)/content/row-title#RowTitle'

/** A collapsed row of a list shows its first words. */
export const rowTitle = { initCollapsed: true, components: { RowLabel: ROW_TITLE } }
