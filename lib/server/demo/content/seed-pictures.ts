import type { Payload } from 'payload'
import { LANGUAGES, said } from '@/lib/server/demo/content/in-three'
import { DEMO_PICTURES } from '@/lib/server/demo/content/pictures'
import { drawPicture, type Subject } from '@/lib/server/demo/pictures'
/** Ids of the media by the pictures' keys. */
export type Pictures = Readonly<Record<string, number>>

/** Draws the demo's pictures into the media library, or finds those that are there. */
export async function seedPictures(cms: Payload): Promise<Pictures> {
  const subjects = Object.keys(DEMO_PICTURES) as Subject[]
  const entries: [string, number][] = []
  for (const [index, subject] of subjects.entries()) entries.push([subject, await seedPicture(cms, subject, index + 1)])
  return Object.fromEntries(entries)
}

async function seedPicture(cms: Payload, subject: Subject, seed: number): Promise<number> {
  const { ground, alt } = DEMO_PICTURES[subject]
  const { docs } = await cms.find({ collection: 'media', locale: 'uk', where: { alt: { equals: alt[0] } }, depth: 0, limit: 1 })
  if (docs[0]) return docs[0].id
  const data = await drawPicture(subject, ground, seed)
  const file = { data, name: `${subject}.webp`, mimetype: 'image/webp', size: data.length }
  const { id } = await cms.create({ collection: 'media', locale: 'uk', depth: 0, data: { alt: alt[0] }, file })
  for (const locale of LANGUAGES) if (locale !== 'uk') await cms.update({ collection: 'media', id, locale, depth: 0, data: { alt: said(alt, locale) } })
  return id
}
