'use client'

import { usePathname } from 'next/navigation'
import { matchRoute, type RouteName } from '@/lib/i18n/route-names'
import { PageLink } from '@/components/ui/page-link'

export interface CabinetNavProps {
  label: string
  links: { route: RouteName; href: string; label: string }[]
  /** In a row in the header, or one under the other in the slide-in menu. */
  direction: 'row' | 'column'
}

const LOOKS = {
  row: 'flex min-h-11 items-center rounded-sm px-3 text-[0.9375rem] font-medium text-header-soft transition-colors duration-150 hover:bg-white/12 hover:text-header-text aria-[current=page]:bg-header-chip aria-[current=page]:text-header-text',
  column:
    'flex min-h-12 items-center rounded-sm px-3 text-h3 font-semibold hover:bg-hover aria-[current=page]:bg-sunken',
} as const

/** The cabinet's sections; the one that is open is marked. */
export function CabinetNav({ label, links, direction }: CabinetNavProps) {
  const { name } = matchRoute(usePathname())
  return (
    <nav aria-label={label}>
      <ul className={direction === 'row' ? 'flex items-center gap-1' : 'grid gap-1'}>
        {links.map((link) => (
          <li key={link.route}>
            <PageLink
              href={link.href}
              aria-current={link.route === name ? 'page' : undefined}
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
