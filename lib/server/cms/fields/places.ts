import type { Field } from 'payload'
import * as z from 'zod'
import type { Locale } from '@/lib/config/constants'
import { localized } from './basic-fields'

/** A field of a document: a row of a list has each field of the list once. */
interface Place {
  field: Field
  /** As in the form: `blocks.0.items.2.title`. */
  path: string
  /** The rows that lead to it: "Block 1 (Steps), item 3"; empty at the top of the form. */
  rows: string
  /** Its label. */
  name: string
  value: unknown
}

const labelShape = z.record(z.string(), z.string())

/** A label of Payload in one language; null if it has none. */
export function labelIn(label: unknown, language: Locale): string | null {
  return typeof label === 'string' ? label : (labelShape.safeParse(label).data?.[language] ?? null)
}

type Values = Record<string, unknown>

function valuesOf(value: unknown): Values {
  return typeof value === 'object' && value !== null ? (value as Values) : {}
}

/** The fields of a document in the order of its form, with their names in one language. */
export function* placesOf(
  fields: readonly Field[],
  document: unknown,
  language: Locale,
  within = { path: '', rows: '' },
): Generator<Place> {
  const values = valuesOf(document)
  for (const field of fields) {
    if (field.type === 'tabs')
      yield* placesOf(
        field.tabs.flatMap((tab) => tab.fields),
        values,
        language,
        within,
      )
    else if (!('name' in field)) {
      if ('fields' in field) yield* placesOf(field.fields, values, language, within)
    } else {
      const value = values[field.name]
      const path = `${within.path}${field.name}`
      const name = ('label' in field && labelIn(field.label, language)) || field.name
      yield { field, path, rows: within.rows, name, value }
      if (field.type === 'group')
        yield* placesOf(field.fields, value, language, { path: `${path}.`, rows: within.rows })
      if (field.type !== 'array' && field.type !== 'blocks') continue
      for (const [index, row] of (Array.isArray(value) ? value : []).entries()) {
        const { blockType } = valuesOf(row)
        const block = field.type === 'blocks' ? field.blocks.find(({ slug }) => slug === blockType) : undefined
        const kind = labelIn(field.type === 'array' ? field.labels?.singular : localized('block'), language) ?? name
        const number = block ? `${index + 1} (${labelIn(block.labels?.singular, language)})` : String(index + 1)
        const rows = within.rows === '' ? `${kind} ${number}` : `${within.rows}, ${kind.toLowerCase()} ${number}`
        yield* placesOf(field.type === 'array' ? field.fields : (block?.fields ?? []), row, language, {
          path: `${path}.${index}.`,
          rows,
        })
      }
    }
  }
}
