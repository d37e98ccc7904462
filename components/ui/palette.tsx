'use client'

import { type IconNode, Search } from 'lucide'
import { useEffect } from 'react'
import { classNames } from '@/components/ui/class-names'
import { Icon } from '@/components/ui/icon'

export interface Hit {
  key: string
  title: string
  detail?: string
  icon?: IconNode
  /** Where it leads. */
  href?: string
  run?: () => void
}

export interface HitGroup {
  title: string
  items: Hit[]
}

/** Opens a palette by "/" (unless something is being typed) or Ctrl-K (Command-K). */
export function usePaletteKeys(open: () => void): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      const withControl = (event.ctrlKey || event.metaKey) && !event.altKey && event.code === 'KeyK'
      const slash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target)
      if (!withControl && !slash) return
      event.preventDefault()
      open()
    }
    // On the window: the rich text editor handles Ctrl-K first while it has the focus.
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [open])
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select, [role="textbox"], [role="combobox"]'))
  )
}

/** Whether a title has all the words typed. */
export function hasWords({ title }: Hit, text: string, locale: string): boolean {
  const words = text.toLocaleLowerCase(locale).split(/\s+/)
  return words.every((word) => title.toLocaleLowerCase(locale).includes(word))
}

interface PaletteButtonProps {
  label: string
  onOpen: () => void
  /** On the dark header: an icon alone, not on phones, where the logo needs the room. */
  onHeader?: boolean
}

export function PaletteButton({ label, onOpen, onHeader = false }: PaletteButtonProps) {
  return (
    <button
      type="button"
      aria-keyshortcuts="/ Control+K Meta+K"
      aria-label={onHeader ? label : undefined}
      title={onHeader ? `${label} (/)` : undefined}
      onClick={onOpen}
      className={classNames(
        onHeader
          ? 'grid size-11 place-items-center rounded-full bg-header-chip max-sm:hidden transition-colors duration-150 noscript:hidden hover:bg-white/25'
          : 'flex min-h-9 items-center gap-2 rounded-sm border border-line-strong bg-surface px-3 text-small text-soft hover:bg-hover',
      )}
    >
      <Icon of={Search} className={onHeader ? 'size-4.5' : 'size-4'} />
      {!onHeader && (
        <>
          <span className="sr-only sm:not-sr-only">{label}</span>
          <kbd aria-hidden className="hidden rounded-sm border border-line px-1.5 font-sans text-fine sm:inline">
            /
          </kbd>
        </>
      )}
    </button>
  )
}
