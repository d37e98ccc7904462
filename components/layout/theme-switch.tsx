'use client'

import { type ReactNode, useId, useSyncExternalStore } from 'react'
import { classNames } from '@/components/ui/class-names'
import { type Theme, THEME_KEY } from './theme-script'

interface ThemeSwitchProps {
  label: string
  choices: Record<Theme, { name: string; icon: ReactNode }>
  /** Drawn for the dark header instead of a light surface. */
  onHeader?: boolean
}

const ON_SURFACE = 'text-soft hover:text-text has-checked:bg-raised has-checked:text-text has-checked:shadow-card'
const ON_HEADER = 'text-header-soft hover:text-header-text has-checked:bg-white/15 has-checked:text-header-text'
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
export function ThemeSwitch({ label, choices, onHeader = false }: ThemeSwitchProps) {
  const group = useId()
  const current = useSyncExternalStore(subscribe, readTheme, () => 'system' as const)
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={classNames(
        'inline-flex gap-0.5 noscript:hidden rounded-md border p-0.5',
        onHeader ? 'border-header-line bg-white/5' : 'border-line bg-sunken',
      )}
    >
      {(Object.keys(choices) as Theme[]).map((theme) => {
        const { name, icon } = choices[theme]
        return (
          <label
            key={theme}
            title={name}
            className={classNames(
              'relative grid size-9 place-items-center rounded-[10px] transition-colors duration-150',
              onHeader ? ON_HEADER : ON_SURFACE,
            )}
          >
            {/* Over its picture: the browser brings the arrow keys and one tab stop for all three. */}
            <input
              type="radio"
              name={group}
              value={theme}
              checked={current === theme}
              aria-label={name}
              onChange={() => choose(theme)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-[10px]"
            />
            {icon}
          </label>
        )
      })}
    </div>
  )
}
