'use client'

import { useNav, usePreferences, useWindowInfo } from '@payloadcms/ui'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useEffect, useEffectEvent } from 'react'
import { classNames } from '@/components/ui/class-names'

const MENU_FITS = '(min-width: 1440px)'

/** Payload closes its menu up to 1440 px inclusive. Opens it at that width, unless the user has closed it. */
function useOpenMenu(): void {
  const { setNavOpen } = useNav()
  const { getPreference } = usePreferences()
  const { l: isClosedByPayload } = useWindowInfo().breakpoints
  const open = useEffectEvent(async () => {
    const stored = await getPreference<{ open?: boolean }>('nav')
    if (stored?.open !== false) setNavOpen(true)
  })
  useEffect(() => {
    if (isClosedByPayload && window.matchMedia(MENU_FITS).matches) void open()
  }, [isClosedByPayload])
}

export function NavLinks({ links }: { links: readonly (readonly [href: string, title: string])[] }) {
  const path = usePathname()
  useOpenMenu()
  return (
    <div className="office">
      <ul className="mb-4 grid gap-0.5">
        {links.map(([href, title]) => {
          const open = path === href || path.startsWith(`${href}/`)
          return (
            <li key={href}>
              <Link
                href={href}
                prefetch={false}
                aria-current={open ? 'page' : undefined}
                className={classNames(
                  '-ml-2.5 block rounded-sm px-2.5 py-1.5',
                  open ? 'bg-plan font-semibold text-plan-text' : 'hover:bg-hover',
                )}
              >
                {title}
              </Link>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
