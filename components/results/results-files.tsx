import { Download } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { resultsFilePath } from '@/components/results/results-path'
import { LinkButton } from '@/components/ui/button'
import type { CategoryKey } from '@/lib/contract/content'

const FORMATS = ['csv', 'xlsx'] as const

/** What is shown, as files: plain links, so that they work without a script. */
export function ResultsFiles({ filter }: { filter: { category?: CategoryKey; year?: number } }) {
  const t = useTranslations('Results.files')
  const locale = useLocale()
  return (
    <div data-print="hide" role="group" aria-label={t('title')} className="flex flex-wrap items-center gap-2">
      {FORMATS.map((format) => (
        <LinkButton key={format} tone="outline" size="sm" rel="nofollow" download="" href={resultsFilePath(locale, format, filter)} aria-label={t(format)}>
          <Download aria-hidden className="size-4" />
          {format.toUpperCase()}
        </LinkButton>
      ))}
    </div>
  )
}
