import * as z from 'zod'

/** What rich pages are made of. Editors put blocks one after another; the site lays each out in its own way. */

export const image = z.object({
  url: z.string(),
  alt: z.string(),
  width: z.int().positive(),
  height: z.int().positive(),
  /** Narrower copies of the same picture, the narrowest first, for `srcset`. */
  sizes: z.array(z.object({ url: z.string(), width: z.int().positive() })),
})
export type Image = z.infer<typeof image>

export const link = z.object({ name: z.string(), url: z.string() })
export type Link = z.infer<typeof link>

/** A public file: `/storage/media/…`. */
export const publicFile = z.object({ name: z.string(), url: z.string(), media_type: z.string(), bytes: z.int() })
export type PublicFile = z.infer<typeof publicFile>

/** Text of an editor as HTML that the server itself wrote: known elements only, addresses checked. */
const html = z.string()
const title = z.string()

/** What the portal itself knows and keeps right: its rules of bidding, an example worked out by them, how it goes. */
export const portalSection = z.enum(['rules', 'worked_example', 'guide', 'certificates'])

export const block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hero'), title, text: z.string(), image: image.nullable(), links: z.array(link) }),
  z.object({ kind: z.literal('text'), title, html }),
  z.object({ kind: z.literal('steps'), title, items: z.array(z.object({ title, text: z.string() })) }),
  z.object({ kind: z.literal('table'), title, columns: z.array(z.string()), rows: z.array(z.array(z.string())) }),
  z.object({
    kind: z.literal('cards'),
    title,
    items: z.array(z.object({ title, text: z.string(), url: z.string(), image: image.nullable() })),
  }),
  z.object({ kind: z.literal('faq'), title, items: z.array(z.object({ question: z.string(), html })) }),
  z.object({ kind: z.literal('documents'), title, items: z.array(publicFile) }),
  /** The settings’ contacts, with a word before them. */
  z.object({ kind: z.literal('contact'), title, text: z.string() }),
  z.object({ kind: z.literal('portal'), section: portalSection }),
])
export type Block = z.infer<typeof block>
export type BlockOf<Kind extends Block['kind']> = Extract<Block, { kind: Kind }>
