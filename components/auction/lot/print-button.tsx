'use client'

import { Printer } from 'lucide'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'

export function PrintButton({ children }: { children: ReactNode }) {
  return (
    <Button tone="quiet" size="sm" className="-my-2 -mr-3" data-print="hide" onClick={() => window.print()}>
      <Icon of={Printer} className="size-4" />
      {children}
    </Button>
  )
}
