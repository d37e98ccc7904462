import type { CollectionSlug, DefaultServerCellComponentProps, UIFieldServerProps } from 'payload'
import { readGaps } from '@/lib/server/cms/translation-gaps'
import { GapsOfDraft, ShortGaps } from './translation-gaps-list'

/** Beside the form: which languages lack words. */
export async function TranslationGapsField({ id, collectionSlug, payload }: UIFieldServerProps) {
  if (typeof id !== 'number' || !collectionSlug) return null
  const gaps = await readGaps(payload, collectionSlug as CollectionSlug, id)
  return gaps && <GapsOfDraft gaps={gaps} />
}

/** The same in a list, by the languages' letters. */
export async function TranslationGapsCell({ rowData, collectionSlug, payload }: DefaultServerCellComponentProps) {
  const id: unknown = rowData?.id
  if (typeof id !== 'number') return null
  const gaps = await readGaps(payload, collectionSlug, id)
  return gaps && <ShortGaps gaps={gaps} />
}
