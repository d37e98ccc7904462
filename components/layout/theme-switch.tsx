'use client'

import { Monitor, Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { THEME_KEY, type Theme } from '@/components/layout/theme-script'

export interface ThemeSwitchProps {
  label: string
  names: Record<Theme, string>
}

const ICONS = { light: Sun, dark: Moon, system: Monitor } as const
const CHANGED = 'portal-theme'

function subscribe(onChange: () => void) {
  window.addEventListener(CHANGED, onChange)
  return () => window.removeEventListener(CHANGED, onChange)
}

function readTheme(): Theme {
  const stored = document.documentElement.dataset.theme
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

function choose(theme: Theme) {
  try {
    if (theme === 'system') localStorage.removeItem(THEME_KEY)
    else localStorage.setItem(THEME_KEY, theme)
  } catch {
    // Storage may be forbidden; the choice then holds for this page.
  }
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  window.dispatchEvent(new Event(CHANGED))
}

/** Light, dark, or as the device says. */
export function ThemeSwitch({ label, names }: ThemeSwitchProps) {
  const current = useSyncExternalStore(subscribe, readTheme, () => 'system' as const)
  return (
    <div role="radiogroup" aria-label={label} className="inline-flex gap-0.5 rounded-md border border-line bg-sunken p-0.5">
      {(Object.keys(ICONS) as Theme[]).map((theme) => {
        const Icon = ICONS[theme]
        return (
          <button
            key={theme}
            type="button"
            role="radio"
            aria-checked={current === theme}
            aria-label={names[theme]}
            title={names[theme]}
            onClick={() => choose(theme)}
            className="grid size-9 place-items-center rounded-[10px] text-soft transition-colors duration-150 hover:text-text aria-checked:bg-surface aria-checked:text-text aria-checked:shadow-card"
          >
            <Icon aria-hidden className="size-4" />
          </button>
        )
      })}
    </div>
  )
}
