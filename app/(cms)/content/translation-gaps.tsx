import DataLoader from 'dataloader'
import type { CollectionSlug, DefaultServerCellComponentProps, Payload, UIFieldServerProps } from 'payload'
import { cache } from 'react'
import { type Gaps, readGaps } from '@/lib/server/cms/translation-gaps'
import { GapsOfDraft, ShortGaps } from './translation-gaps-list'

/** Beside the form: which languages lack words. */
export async function TranslationGapsField({ id, collectionSlug, payload }: UIFieldServerProps) {
  if (typeof id !== 'number' || !collectionSlug) return null
  const [gaps] = await readGaps(payload, collectionSlug as CollectionSlug, [id])
  return gaps && <GapsOfDraft gaps={gaps} />
}

/** One for each request: the rows of a list ask one after the other, and are read together. */
const loaderOf = cache(
  (payload: Payload, collection: CollectionSlug) =>
    new DataLoader<number, Gaps | null>((ids) => readGaps(payload, collection, ids)),
)

/** The same in a list, by the languages' letters. */
export async function TranslationGapsCell({ rowData, collectionSlug, payload }: DefaultServerCellComponentProps) {
  const id: unknown = rowData?.id
  if (typeof id !== 'number') return null
  const gaps = await loaderOf(payload, collectionSlug).load(id)
  return gaps && <ShortGaps gaps={gaps} />
}
