import { useTranslations } from 'next-intl'
import { LEAVE_PREVIEW_PATH } from '@/lib/http/public-page'

/** Over every page that shows drafts, with the way back to what visitors see. A plain link: following it ends the preview. */
export function PreviewBar({ path }: { path: string }) {
  const t = useTranslations('Preview')
  return (
    <aside aria-label={t('label')} data-print="hide" className="sticky bottom-0 z-30 mt-auto flex flex-wrap items-center justify-center gap-x-5 gap-y-1 bg-wait px-4 py-2.5 text-small text-wait-text">
      <p className="font-semibold">{t('text')}</p>
      <a href={`${LEAVE_PREVIEW_PATH}?${new URLSearchParams({ to: path }).toString()}`} className="inline-flex min-h-9 items-center rounded-sm font-semibold underline underline-offset-4">
        {t('leave')}
      </a>
    </aside>
  )
}
