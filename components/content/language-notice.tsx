import { useTranslations } from 'next-intl'
import { Notice } from '@/components/ui/notice'
import type { Locale } from '@/lib/config/constants'

/** Says that the words below have not been translated yet. */
export function LanguageNotice({ language }: { language: Locale }) {
  const t = useTranslations('Content')
  return (
    <Notice tone="plan">
      <p>{t('otherLanguage', { language })}</p>
    </Notice>
  )
}
