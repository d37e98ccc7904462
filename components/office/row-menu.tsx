'use client'

import { Menu } from '@base-ui/react/menu'
import { ChevronDown, Ellipsis } from 'lucide'
import { useOfficeText } from '@/components/office/office-text'
import { buttonLook } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Icon } from '@/components/ui/icon'
import { MENU_ENTRY_LOOK } from '@/components/ui/menu'

interface Action {
  name: string
  danger?: boolean
  run: () => void
}

interface Props {
  actions: readonly (Action | false)[]
  /** A button with this text opens the menu; without it three dots do. */
  label?: string
  busy?: boolean
}

/** Actions of a row to choose from. The menu is outside the row, which scrolls with its table. */
export function RowMenu({ actions, label, busy = false }: Props) {
  const { t } = useOfficeText()
  return (
    <Menu.Root>
      <Menu.Trigger
        aria-label={label === undefined ? t('moreActions') : undefined}
        disabled={busy}
        className={
          label === undefined
            ? 'grid size-11 shrink-0 place-items-center rounded-md text-soft hover:bg-hover hover:text-text tabular:size-9'
            : buttonLook({ size: 'sm' }, 'whitespace-nowrap')
        }
      >
        {label}
        <Icon of={label === undefined ? Ellipsis : ChevronDown} className="size-4.5" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="end" className="z-40">
          <Menu.Popup
            data-surface=""
            className="min-w-44 rounded-md border border-line bg-raised p-1.5 text-text shadow-float outline-none"
          >
            {actions
              .filter((action) => action !== false)
              .map(({ name, danger, run }) => (
                <Menu.Item
                  key={name}
                  onClick={run}
                  className={classNames(
                    MENU_ENTRY_LOOK,
                    'cursor-default data-highlighted:bg-hover',
                    danger && 'text-lose-text',
                  )}
                >
                  {name}
                </Menu.Item>
              ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
