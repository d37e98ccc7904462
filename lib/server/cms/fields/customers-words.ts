import type { SelectField, TextField, TextareaField } from 'payload'
import { nobody } from '@/lib/server/cms/access'
import { words, type Words } from '@/lib/server/cms/words'

/** What a customer sent stays as it was sent: the staff reads it and answers beside it. */
const asSent = { access: { update: nobody } }

export function sentLine(name: string, label: Words, rest: { required?: boolean; width?: string; index?: boolean } = {}): TextField {
  const { required = true, width = '50%', index = false } = rest
  return { name, type: 'text', label, required, index, ...asSent, admin: { readOnly: true, width } }
}

export function sentText(name: string, label: Words, required = false): TextareaField {
  return { name, type: 'textarea', label, required, ...asSent, admin: { readOnly: true, rows: 4 } }
}

export function languageOfCustomer(): SelectField {
  return {
    name: 'language',
    type: 'select',
    required: true,
    defaultValue: 'uk',
    label: words('Мова листів', 'Language of letters', 'Язык писем'),
    ...asSent,
    admin: { readOnly: true, position: 'sidebar' },
    options: [
      { value: 'uk', label: 'Українська' },
      { value: 'en', label: 'English' },
      { value: 'ru', label: 'Русский' },
    ],
  }
}
