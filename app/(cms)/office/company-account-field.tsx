import { localeOrDefault } from '@/lib/i18n/locales'
import type { UIFieldServerProps } from 'payload'
import { Quiet, StatusPill, TextLink } from '@/app/(cms)/office/kit'
import { Card } from '@/components/ui/card'
import { portalTranslations } from '@/lib/server/cms/translations'
import { getPortal } from '@/lib/server/compose/portal'
import type { AccountStatus } from '@/lib/server/cms/sql/account-status'

/** In the form of a company's data: where its account stands, and that decisions are taken on its own page. */
export async function CompanyAccountField({ id, i18n }: UIFieldServerProps) {
  if (typeof id !== 'number') return null
  const words = portalTranslations[localeOrDefault(i18n.language)].office
  const { pool } = await getPortal()
  const { rows } = await pool.query<{ status: AccountStatus; email_confirmed: boolean }>(
    `select status, email_confirmed from portal.accounts where account_id = $1`,
    [id],
  )
  const account = rows[0]
  if (!account) return null
  return (
    <div className="office">
      <Card padding="sm" className="mb-5 grid justify-items-start gap-1.5">
        <p>
          {words.accountState}:{' '}
          <StatusPill status={`account_${account.status}`}>{words[`status_${account.status}`]}</StatusPill>{' '}
          {!account.email_confirmed && <span className="text-small text-wait-text">{words.emailNotConfirmed}</span>}
        </p>
        <Quiet>{words.editableHere}</Quiet>
        <TextLink href={`/admin/office/accounts/${id}`}>{words.openAccount}</TextLink>
      </Card>
    </div>
  )
}
