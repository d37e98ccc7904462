import { Monitor, Moon, Sun } from 'lucide'
import { Icon } from '@/components/ui/icon'
import { useTranslations } from 'next-intl'
import { ThemeSwitch } from './theme-switch'

/** The theme switch with its words. */
export function ThemeChoice({ onHeader }: { onHeader?: boolean }) {
  const t = useTranslations('Theme')
  return (
    <ThemeSwitch
      onHeader={onHeader}
      label={t('label')}
      choices={{
        light: { name: t('light'), icon: <Icon of={Sun} className="size-4" /> },
        dark: { name: t('dark'), icon: <Icon of={Moon} className="size-4" /> },
        system: { name: t('system'), icon: <Icon of={Monitor} className="size-4" /> },
      }}
    />
  )
}
