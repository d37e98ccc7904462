'use client'

import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { TAB_LIST_LOOK, TAB_LOOK } from './link-tabs'

export interface TabsProps {
  label: string
  tabs: { value: string; label: ReactNode; panel: ReactNode }[]
  defaultValue?: string
}

/** Views of one thing, switched in place. Where the view belongs in the address, use LinkTabs. */
export function Tabs({ label, tabs, defaultValue }: TabsProps) {
  return (
    <BaseTabs.Root defaultValue={defaultValue ?? tabs[0]?.value} className="grid gap-5">
      <BaseTabs.List aria-label={label} className={TAB_LIST_LOOK}>
        {tabs.map((tab) => (
          <BaseTabs.Tab key={tab.value} value={tab.value} className={TAB_LOOK}>
            {tab.label}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      {tabs.map((tab) => (
        <BaseTabs.Panel key={tab.value} value={tab.value}>
          {tab.panel}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  )
}
