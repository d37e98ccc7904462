import type { ReactNode } from 'react'
import { AppLink } from './app-link'
import { classNames } from './class-names'

export const TAB_LIST_LOOK = 'flex gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]'

export const TAB_LOOK = classNames(
  '-mb-px inline-flex min-h-11 items-center gap-2 whitespace-nowrap border-b-2 border-transparent px-3 text-small font-semibold text-soft transition-colors duration-150 hover:text-text sm:text-body',
  'data-active:border-action data-active:text-text aria-[current=page]:border-action aria-[current=page]:text-text',
  'focus-visible:outline-offset-[-2px]',
)

interface LinkTabsProps {
  label: string
  tabs: { key: string; href: string; label: ReactNode; count?: ReactNode; current: boolean }[]
}

/** Views that have addresses of their own: links, so that they work without JavaScript and can be sent. `href` is localized already. */
export function LinkTabs({ label, tabs }: LinkTabsProps) {
  return (
    <nav aria-label={label} className={TAB_LIST_LOOK}>
      {tabs.map((tab) => (
        <AppLink key={tab.key} href={tab.href} aria-current={tab.current ? 'page' : undefined} className={TAB_LOOK}>
          {tab.label}
          {tab.count !== undefined && (
            <span className="numbers rounded-full bg-sunken px-2 py-0.5 text-fine font-medium text-soft">
              {tab.count}
            </span>
          )}
        </AppLink>
      ))}
    </nav>
  )
}
