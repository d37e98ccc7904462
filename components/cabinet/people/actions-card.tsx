import { useLocale, useTranslations } from 'next-intl'
import { useFailureText } from '@/components/forms/failure-texts'
import { usePages } from '@/components/forms/use-pages'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { StatusNote } from '@/components/ui/notice'
import { api } from '@/lib/api/browser'
import type { CompanyAuditEntry } from '@/lib/contract/people'
import { formatDateTime } from '@/lib/i18n/formats'

export interface CompanyActs {
  list: readonly CompanyAuditEntry[]
  next_cursor: string | null
}

/** What the company's people did, newest first. */
export function ActionsCard({ first }: { first: CompanyActs }) {
  const t = useTranslations('People')
  const locale = useLocale()
  const pages = usePages(
    first.next_cursor,
    async (cursor) => (await api.people.activity({ cursor })).data,
    useFailureText(),
  )
  const list = [...first.list, ...pages.items]
  return (
    <Card>
      <CardHeader title={t('activityTitle')} />
      <p className="pt-2 text-small text-soft">{t('activityText')}</p>
      {list.length === 0 && <p className="pt-3 text-soft">{t('activityEmpty')}</p>}
      <ul className="grid grid-cols-[minmax(0,1fr)] pt-3">
        {list.map((entry) => (
          <li key={entry.id} tabIndex={-1} className="border-t border-line py-3 outline-none">
            <p className="break-words">
              {t(`activity.${entry.action}`, {
                title: entry.title || '—',
                role: entry.role ? t(`roles.${entry.role}`) : '—',
              })}
            </p>
            <p className="numbers text-small text-soft">
              {entry.by} · {formatDateTime(entry.at, locale)}
            </p>
          </li>
        ))}
      </ul>
      {pages.hasMore && (
        <Button
          size="sm"
          tone="soft"
          className="mt-2 justify-self-start"
          pending={pages.more.pending}
          onClick={({ currentTarget }) =>
            pages.showMore(currentTarget, currentTarget.previousElementSibling?.lastElementChild)
          }
        >
          {t('more')}
        </Button>
      )}
      <StatusNote failure={pages.more.failure} done={null} />
    </Card>
  )
}
