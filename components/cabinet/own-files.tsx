import { Download } from 'lucide'
import { useLocale, useTranslations } from 'next-intl'
import { LinkButton } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { FILES_PATH } from '@/lib/config/constants'

const FILES = [
  ['auctions', 'xlsx'],
  ['auctions', 'csv'],
  ['bids', 'xlsx'],
  ['bids', 'csv'],
] as const

export function OwnFiles() {
  const t = useTranslations('Cabinet.files')
  const locale = useLocale()
  return (
    <div
      data-print="hide"
      role="group"
      aria-labelledby="own-files"
      className="flex flex-wrap items-center gap-x-4 gap-y-2"
    >
      <p id="own-files" className="text-small text-soft">
        {t('title')}
      </p>
      <div className="flex flex-wrap gap-2">
        {FILES.map(([what, format]) => (
          <LinkButton
            key={`${what}.${format}`}
            tone="outline"
            size="sm"
            rel="nofollow"
            download=""
            href={`${FILES_PATH}/own-${what}.${format}?lang=${locale}`}
          >
            <Icon of={Download} className="size-4" />
            {t(what)}, {format.toUpperCase()}
          </LinkButton>
        ))}
      </div>
    </div>
  )
}
