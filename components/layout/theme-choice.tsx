import { useTranslations } from 'next-intl'
import { ThemeSwitch } from './theme-switch'

/** The theme switch with its words. */
export function ThemeChoice({ onHeader }: { onHeader?: boolean }) {
  const t = useTranslations('Theme')
  return (
    <ThemeSwitch
      onHeader={onHeader}
      label={t('label')}
      names={{ light: t('light'), dark: t('dark'), system: t('system') }}
    />
  )
}
