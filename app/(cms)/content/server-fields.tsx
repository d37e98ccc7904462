import type { CollectionSlug, DefaultServerCellComponentProps, Payload, ServerProps } from 'payload'
import { cache } from 'react'
import { GapPills } from '@/app/(cms)/content/fields'
import { Flame } from '@/components/ui/icon'
import type { Locale } from '@/lib/config/constants'
import { localeOrDefault } from '@/lib/i18n/locales'
import { type Gaps, readGaps } from '@/lib/server/cms/translation-gaps'

/** Batches the gaps of a list's rows, which are requested one by one, into one query. */
const createGapsReader = cache((payload: Payload, collection: CollectionSlug, language: Locale) => {
  let batch: { ids: number[]; read: Promise<(Gaps | null)[]> } | null = null
  return async (id: number): Promise<Gaps | null> => {
    if (batch === null) {
      const ids: number[] = []
      const read = new Promise((resolve) => setImmediate(resolve)).then(() => {
        batch = null
        return readGaps(payload, collection, ids, language)
      })
      batch = { ids, read }
    }
    const index = batch.ids.push(id) - 1
    return (await batch.read)[index] ?? null
  }
})

/** The number of missing texts by language, in a list. */
export async function TranslationGapsCell({ rowData, collectionSlug, payload, i18n }: DefaultServerCellComponentProps) {
  const id: unknown = rowData?.id
  if (typeof id !== 'number') return null
  const gaps = await createGapsReader(payload, collectionSlug, localeOrDefault(i18n.language))(id)
  return gaps && <GapPills gaps={gaps} short />
}

export function CornerMark() {
  return <Flame width={20} height={22} />
}

/** Above the sign-in form. */
export async function Logo({ payload, i18n }: ServerProps) {
  const settings = await payload.findGlobal({ slug: 'settings', locale: localeOrDefault(i18n.language), depth: 0 })
  return (
    <div className="brand-mark">
      <Flame width={39} height={44} />
      <span>{settings.company_name ?? ''}</span>
    </div>
  )
}
