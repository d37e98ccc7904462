import { sql } from '@payloadcms/db-postgres/drizzle'
import type { JSONFieldServerProps } from 'payload'
import { DEFAULT_LOCALE } from '@/lib/config/constants'
import { formatFileSize } from '@/lib/i18n/formats'
import { isLocale } from '@/lib/i18n/locales'
import { executorOf } from '@/lib/server/cms/database'
import { say } from '@/lib/server/cms/translations'

/** The files of a message, to open; they are private files of the account that sent them. */
export async function AttachedFiles({ data, payload, i18n }: JSONFieldServerProps) {
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
  const locale = isLocale(i18n.language) ? i18n.language : DEFAULT_LOCALE
  return (
    <div className="field-type">
      <p className="field-label">{say({ i18n }, 'attachments')}</p>
      {rows.length === 0 ? (
        <p>{say({ i18n }, 'noAttachments')}</p>
      ) : (
        <ul>
          {rows.map((file) => (
            <li key={String(file.id)}>
              <a href={`/storage/files/${String(file.id)}`} target="_blank" rel="noreferrer">
                {String(file.name)}
              </a>{' '}
              ({formatFileSize(Number(file.bytes), locale)})
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
