import type { ReactNode } from 'react'
import { AppLink } from '@/components/ui/app-link'
import { TAB_LIST_LOOK, TAB_LOOK } from '@/components/ui/tab-look'

export interface LinkTabsProps {
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
          {tab.count !== undefined && <span className="numbers rounded-full bg-sunken px-2 py-0.5 text-fine font-medium text-soft">{tab.count}</span>}
        </AppLink>
      ))}
    </nav>
  )
}
