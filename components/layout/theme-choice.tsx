import { useTranslations } from 'next-intl'
import { ThemeSwitch } from '@/components/layout/theme-switch'

/** The theme switch with its words. */
export function ThemeChoice({ onBand }: { onBand?: boolean }) {
  const t = useTranslations('Theme')
  return <ThemeSwitch onBand={onBand} label={t('label')} names={{ light: t('light'), dark: t('dark'), system: t('system') }} />
}
