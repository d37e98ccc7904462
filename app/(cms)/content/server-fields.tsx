import { sql } from '@payloadcms/db-postgres/drizzle'
import type {
  CollectionSlug,
  DefaultServerCellComponentProps,
  JSONFieldServerProps,
  Payload,
  ServerProps,
} from 'payload'
import { cache } from 'react'
import { GapPills } from '@/app/(cms)/content/fields'
import { Flame } from '@/components/ui/icon'
import type { Locale } from '@/lib/config/constants'
import { formatFileSize, writeDecimal } from '@/lib/i18n/formats'
import { localeOrDefault } from '@/lib/i18n/locales'
import { hasRole, TRADE_ROLES } from '@/lib/server/cms/access'
import { executorOf, poolOf } from '@/lib/server/cms/database'
import { joinCategoryTexts } from '@/lib/server/platform/company-sql'
import { type Gaps, readGaps } from '@/lib/server/cms/translation-gaps'
import { translate } from '@/lib/server/cms/translations'

/**
 * The files of a message, private to its sender's account. Payload renders a field for any member of the staff, from data in the request,
 * so the role is checked here.
 */
export async function AttachedFiles({ data, payload, i18n, req }: JSONFieldServerProps) {
  if (!hasRole(req.user, TRADE_ROLES)) return null
  const ids: unknown = (data as { file_ids?: unknown }).file_ids
  const numbers = Array.isArray(ids) ? ids.map(Number).filter(Number.isSafeInteger) : []
  const { rows } =
    numbers.length === 0
      ? { rows: [] }
      : await executorOf(payload).execute(
          sql`select id, name, bytes from portal.files where id in (${sql.join(
            numbers.map((id) => sql`${id}`),
            sql`, `,
          )}) order by id`,
        )
  return (
    <div className="field-type">
      <p className="field-label">{translate({ i18n }, 'attachments')}</p>
      {rows.length === 0 ? (
        <p>{translate({ i18n }, 'noAttachments')}</p>
      ) : (
        <ul>
          {rows.map((file) => (
            <li key={String(file.id)}>
              <a href={`/storage/files/${String(file.id)}`} target="_blank" rel="noreferrer">
                {String(file.name)}
              </a>{' '}
              ({formatFileSize(Number(file.bytes), localeOrDefault(i18n.language))})
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Batches the gaps of a list's rows, which are requested one by one, into one query. */
const createGapsReader = cache((payload: Payload, collection: CollectionSlug) => {
  let batch: { ids: number[]; read: Promise<(Gaps | null)[]> } | null = null
  return async (id: number): Promise<Gaps | null> => {
    if (batch === null) {
      const ids: number[] = []
      const read = new Promise((resolve) => setImmediate(resolve)).then(() => {
        batch = null
        return readGaps(payload, collection, ids)
      })
      batch = { ids, read }
    }
    const index = batch.ids.push(id) - 1
    return (await batch.read)[index] ?? null
  }
})

/** The number of missing texts by language, in a list. */
export async function TranslationGapsCell({ rowData, collectionSlug, payload }: DefaultServerCellComponentProps) {
  const id: unknown = rowData?.id
  if (typeof id !== 'number') return null
  const gaps = await createGapsReader(payload, collectionSlug)(id)
  return gaps && <GapPills gaps={gaps} short />
}

const readUnit = cache(async (payload: Payload, auction: number, locale: Locale): Promise<string> => {
  const { rows } = await poolOf(payload).query<{ unit: string }>(
    `select names.unit_label as unit from cms.auctions auction ${joinCategoryTexts('auction.category_id', '$2')} where auction.id = $1`,
    [auction, locale],
  )
  return rows[0]?.unit ?? ''
})

/** The volume of an agreement with the unit of its auction. */
export async function AgreementVolumeCell({ cellData, rowData, payload, i18n }: DefaultServerCellComponentProps) {
  const locale = localeOrDefault(i18n.language)
  const stored: unknown = (rowData as { auction?: unknown }).auction
  const auction = Number(typeof stored === 'object' && stored !== null && 'id' in stored ? stored.id : stored)
  const unit = Number.isSafeInteger(auction) && auction > 0 ? await readUnit(payload, auction, locale) : ''
  return <span>{`${writeDecimal(String(cellData), locale)} ${unit}`.trim()}</span>
}

export function CornerMark() {
  return <Flame width={20} height={22} />
}

/** Above the sign-in form. */
export async function Logo({ payload, i18n }: ServerProps) {
  const settings = await payload.findGlobal({ slug: 'settings', locale: localeOrDefault(i18n.language), depth: 0 })
  return (
    <div className="office">
      <div className="flex items-center justify-center gap-3.5 text-h2 font-display">
        <Flame width={39} height={44} />
        <span>{settings.company_name ?? ''}</span>
      </div>
    </div>
  )
}
