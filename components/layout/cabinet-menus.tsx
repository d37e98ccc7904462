'use client'

import { usePathname } from 'next/navigation'
import { matchRoute, type RouteName } from '@/lib/i18n/route-names'
import { PageLink } from '@/components/ui/link'
import { UserRound } from 'lucide'
import { Icon } from '@/components/ui/icon'
import type { ReactNode } from 'react'
import { useUser } from '@/components/session/session-user'
import { DisclosureMenu } from '@/components/ui/menu'
import type { User } from '@/lib/contract/accounts'

interface UserMenuProps {
  label: string
  roles: Record<User['role'], string>
  children: ReactNode
}

/** The user menu, without a company name until the user is loaded. */
export function UserMenu({ label, roles, children }: UserMenuProps) {
  const user = useUser()
  return (
    <DisclosureMenu
      ariaLabel={user === null ? label : `${label}: ${user.company_short_name || user.company_name}`}
      label={
        <>
          <Icon of={UserRound} className="size-4.5" />
          {user && (
            <span className="hidden max-w-[14rem] truncate 2xl:max-w-[18rem] text-small font-medium sm:block">
              {user.company_short_name || user.company_name}
            </span>
          )}
        </>
      }
      width="user-menu"
      align="end"
      chevron="wide"
      className="rounded-full bg-header-chip pl-3 pr-3 hover:bg-white/25"
    >
      {user && (
        <div className="border-b border-line px-3 pb-3 pt-2">
          <p className="break-words font-semibold leading-snug">
            {user.name} {user.surname}
          </p>
          <p className="text-fine text-soft">{roles[user.role]}</p>
          <p className="truncate text-fine text-soft">{user.email}</p>
          <p className="break-words pt-1.5 text-small leading-snug">{user.company_name}</p>
        </div>
      )}
      {children}
    </DisclosureMenu>
  )
}

export interface CabinetNavProps {
  label: string
  /** `routes`: the pages that mark the link as the current one. */
  links: { routes: readonly RouteName[]; href: string; label: string }[]
  /** In the header or in the slide-in menu. */
  direction: 'row' | 'column'
}

const LOOKS = {
  row: 'flex min-h-11 items-center rounded-sm px-3 text-[0.9375rem] font-medium text-header-soft transition-colors duration-150 hover:bg-white/12 hover:text-header-text aria-[current=page]:bg-header-chip aria-[current=page]:text-header-text',
  column:
    'flex min-h-12 items-center rounded-sm px-3 text-h3 font-semibold hover:bg-hover aria-[current=page]:bg-sunken',
} as const

export function CabinetNav({ label, links, direction }: CabinetNavProps) {
  const { name } = matchRoute(usePathname())
  return (
    <nav aria-label={label}>
      <ul className={direction === 'row' ? 'flex items-center gap-1' : 'grid gap-1'}>
        {links.map((link) => (
          <li key={link.href}>
            <PageLink
              href={link.href}
              aria-current={link.routes.includes(name) ? 'page' : undefined}
              className={LOOKS[direction]}
            >
              {link.label}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
