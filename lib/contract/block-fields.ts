import * as z from 'zod'

/**
 * The kinds of fields that a block of editors' pages is made of. A block's `schema.ts` (components/content/blocks) is data: its contract, its
 * form and what the site reads of a stored block follow from it.
 */

export const image = z.object({
  url: z.string(),
  alt: z.string(),
  width: z.int().positive(),
  height: z.int().positive(),
  /** Narrower copies of the same picture, the narrowest first, for `srcset`. */
  sizes: z.array(z.object({ url: z.string(), width: z.int().positive() })),
})
export type Image = z.infer<typeof image>

export const namedLink = z.object({ name: z.string(), url: z.string() })

/** A public file: `/storage/media/…`. */
export const publicFile = z.object({ name: z.string(), url: z.string(), media_type: z.string(), bytes: z.int() })
export type PublicFile = z.infer<typeof publicFile>

/** A text of the editors' forms in their three languages. */
export type Label = { uk: string; en: string; ru: string }

interface RowLabels {
  /** Of one row. */
  row: Label
  /** Of all rows. */
  rows: Label
}

/** A field without a label is named as such fields usually are. `stored` is its name in the editor's block, if another than in the contract. */
type FieldSpec =
  | { kind: 'title'; label?: Label }
  | { kind: 'line'; label?: Label; optional?: true }
  | { kind: 'text'; label?: Label; hint?: Label }
  | { kind: 'html'; stored: string; label?: Label }
  | { kind: 'choice'; label: Label; options: Readonly<Record<string, Label>>; hint?: Label }
  | { kind: 'image' }
  | { kind: 'url' }
  | { kind: 'links'; labels: RowLabels }
  | { kind: 'files'; maximum: number }
  | { kind: 'items'; maximum: number; fields: BlockFields }
  | { kind: 'values'; maximum: number; labels: RowLabels; stored: string; of: BlockField }

export type BlockField = FieldSpec & { shape: z.ZodType }
export type BlockFields = Readonly<Record<string, BlockField>>

function field<Spec extends FieldSpec, Shape extends z.ZodType>(spec: Spec, shape: Shape): Spec & { shape: Shape } {
  return { ...spec, shape }
}

/** The heading of a block, which may be empty. */
export const title = (label?: Label) => field({ kind: 'title', label }, z.string())
/** A name, a question, a cell. */
export const line = (options: { label?: Label; optional?: true } = {}) =>
  field({ kind: 'line', ...options }, z.string())
/** A paragraph, which may be empty. */
export const text = (options: { label?: Label; hint?: Label } = {}) => field({ kind: 'text', ...options }, z.string())
/** A rich text as HTML that the server itself wrote: known elements only, addresses checked. */
export const html = (stored: string, label?: Label) => field({ kind: 'html', stored, label }, z.string())
export const picture = () => field({ kind: 'image' }, image.nullable())
/** An optional address. */
export const url = () => field({ kind: 'url' }, z.string())
export const links = (labels: RowLabels) => field({ kind: 'links', labels }, z.array(namedLink))
export const files = (maximum: number) => field({ kind: 'files', maximum }, z.array(publicFile))

/** A block whose required choice is not made yet is not shown. */
export function choice<Value extends string>(options: Readonly<Record<Value, Label>>, label: Label, hint?: Label) {
  return field({ kind: 'choice', label, options, hint }, z.enum(Object.keys(options) as Value[]))
}

type Shapes<Fields extends BlockFields> = { [Name in keyof Fields]: Fields[Name]['shape'] }

function shapesOf<Fields extends BlockFields>(fields: Fields): Shapes<Fields> {
  return Object.fromEntries(Object.entries(fields).map(([name, { shape }]) => [name, shape])) as Shapes<Fields>
}

/** Rows of several fields. */
export function items<Fields extends BlockFields>(maximum: number, fields: Fields) {
  return field({ kind: 'items', maximum, fields }, z.array(z.object(shapesOf(fields))))
}

/** Rows of one field, stored as `stored`; in the contract a list of its values. */
export function values<Of extends BlockField>(maximum: number, labels: RowLabels, stored: string, of: Of) {
  return field({ kind: 'values', maximum, labels, stored, of }, z.array<Of['shape']>(of.shape))
}

/** `picture`: what an editor chooses the block by, elements of an SVG of 120 × 80. */
export function blockSchema<Kind extends string, Fields extends BlockFields>(
  kind: Kind,
  { name, picture, fields }: { name: Label; picture: string; fields: Fields },
) {
  return { kind, name, picture, fields, shape: z.object({ kind: z.literal(kind), ...shapesOf(fields) }) }
}
