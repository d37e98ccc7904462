import Link from 'next/link'
import type { UIFieldServerProps } from 'payload'
import { portalTranslations } from '@/lib/server/cms/translations/say'
import { getPortal } from '@/lib/server/portal'
import type { AccountStatus } from '@/lib/server/kernel/account-status'

/** In the form of a company's data: where its account stands, and that decisions are taken on its own page. */
export async function CompanyAccountField({ id, i18n }: UIFieldServerProps) {
  if (typeof id !== 'number') return null
  const words = portalTranslations[i18n.language === 'en' || i18n.language === 'ru' ? i18n.language : 'uk'].office
  const { pool } = await getPortal()
  const { rows } = await pool.query<{ status: AccountStatus; email_confirmed: boolean }>(
    `select status, email_confirmed from portal.accounts where account_id = $1`,
    [id],
  )
  const account = rows[0]
  if (!account) return null
  return (
    <div className="office office-account-field">
      <p>
        {words.accountState}:{' '}
        <span className="office-pill" data-status={`account-${account.status}`}>
          {words[`status_${account.status}`]}
        </span>{' '}
        {!account.email_confirmed && <span className="office-warning">{words.emailNotConfirmed}</span>}
      </p>
      <p className="office-soft">{words.editableHere}</p>
      <Link className="office-link" href={`/admin/office/accounts/${id}`} prefetch={false}>
        {words.openAccount}
      </Link>
    </div>
  )
}
