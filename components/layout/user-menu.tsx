'use client'

import { UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useUser } from '@/components/session/session-user'
import { DisclosureMenu } from '@/components/ui/disclosure-menu'

/** The company whose cabinet it is, and what its user may open. Until the user is loaded the menu has no name in it. */
export function UserMenu({ label, children }: { label: string; children: ReactNode }) {
  const user = useUser()
  return (
    <DisclosureMenu
      ariaLabel={user === null ? label : `${label}: ${user.company_name}`}
      label={
        <>
          <UserRound aria-hidden className="size-4.5" />
          {user && (
            <span className="hidden max-w-[11rem] truncate text-small font-medium sm:block">
              {user.company_short_name || user.company_name}
            </span>
          )}
        </>
      }
      width="user-menu"
      align="end"
      className="rounded-full bg-header-chip pl-3 pr-3 hover:bg-white/25"
    >
      {user && (
        <div className="border-b border-line px-3 pb-3 pt-2">
          <p className="font-semibold leading-snug">{user.company_name}</p>
          <p className="truncate text-fine text-soft">{user.email}</p>
        </div>
      )}
      {children}
    </DisclosureMenu>
  )
}
