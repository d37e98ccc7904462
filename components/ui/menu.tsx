import { ChevronDown } from 'lucide'
import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'
import { Icon } from '@/components/ui/icon'

export const MENU_ENTRY_LOOK =
  'flex min-h-11 w-full items-center gap-2.5 rounded-sm px-3 py-2 text-left text-small font-medium leading-snug hover:bg-hover aria-[current=page]:bg-sunken aria-[current=true]:bg-sunken aria-[current=true]:font-semibold focus-visible:outline-offset-[-2px]'

interface DisclosureMenuProps {
  label: ReactNode
  /** The button's name, if its text does not suffice. */
  ariaLabel?: string
  children: ReactNode
  /** `sub-menu`: 190 px, `user-menu`: 240 px. */
  width: 'sub-menu' | 'user-menu'
  align?: 'start' | 'end'
  /** `wide`: not on phones. */
  chevron?: 'always' | 'wide'
  className?: string
}

const WIDTHS = {
  'sub-menu': 'w-(--width-sub-menu)',
  'user-menu': 'w-(--width-user-menu)',
} as const

/** A button that opens a list of links. Plain `details`, which open without JavaScript; MenuBehaviour closes them. */
export function DisclosureMenu({
  label,
  ariaLabel,
  children,
  width,
  align = 'start',
  chevron = 'always',
  className,
}: DisclosureMenuProps) {
  return (
    <details data-menu="" name="menu" className="group relative">
      <summary
        aria-label={ariaLabel}
        className={classNames('flex min-h-11 select-none items-center gap-1.5', className)}
      >
        {label}
        <Icon
          of={ChevronDown}
          className={classNames(
            'size-4 transition-transform duration-150 group-open:rotate-180',
            chevron === 'wide' && 'max-sm:hidden',
          )}
        />
      </summary>
      <div
        data-surface=""
        className={classNames(
          'absolute top-full z-40 mt-1.5 animate-[rise_150ms_var(--ease-out)] rounded-md border border-line bg-raised p-1.5 text-text shadow-float',
          WIDTHS[width],
          align === 'end' ? 'right-0' : 'left-0',
        )}
      >
        {children}
      </div>
    </details>
  )
}
