import type { UIFieldServerProps } from 'payload'
import { MutedText, StatusPill, TextLink } from '@/components/office/kit'
import { Card } from '@/components/ui/card'
import { formatDateTime } from '@/lib/i18n/formats'
import { localeOrDefault } from '@/lib/i18n/locales'
import { hasRole, TRADE_ROLES } from '@/lib/server/cms/access'
import type { AccountStatus } from '@/lib/server/platform/company-sql'
import { portalTranslations } from '@/lib/server/cms/translations'
import { getPortal } from '@/lib/server/compose/portal'

/** In the form of a company: the state of its account, with a link to its page. Payload renders a field for any member of the staff. */
export async function CompanyAccountField({ id, i18n, req }: UIFieldServerProps) {
  if (typeof id !== 'number' || !hasRole(req.user, TRADE_ROLES)) return null
  const locale = localeOrDefault(i18n.language)
  const texts = portalTranslations[locale].office
  const { pool } = await getPortal()
  const { rows } = await pool.query<{ status: AccountStatus; email_confirmed: boolean; refused_since: Date | null }>(
    `select status, email_confirmed, portal.refuses_since(company.email) as refused_since
     from portal.accounts join cms.companies company on company.id = account_id where account_id = $1`,
    [id],
  )
  const account = rows[0]
  if (!account) return null
  return (
    <div className="office">
      <Card padding="sm" className="mb-5 grid justify-items-start gap-1.5">
        <p>
          {texts.accountState}:{' '}
          <StatusPill status={`account_${account.status}`}>{texts[`status_${account.status}`]}</StatusPill>{' '}
          {!account.email_confirmed && <span className="text-small text-wait-text">{texts.emailNotConfirmed}</span>}
        </p>
        {account.refused_since && (
          <p className="text-small text-lose-text">
            {texts.emailRefusedSince.replace('{{at}}', formatDateTime(account.refused_since, locale))}
          </p>
        )}
        <MutedText>{texts.editableHere}</MutedText>
        <TextLink href={`/admin/office/accounts/${id}`}>{texts.openAccount}</TextLink>
      </Card>
    </div>
  )
}
