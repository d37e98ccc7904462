'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { classNames } from '@/components/ui/class-names'

/** The back office's own places in Payload's menu; the one that is open stands out, and a screen reader hears it. */
export function NavLinks({ links }: { links: readonly (readonly [href: string, title: string])[] }) {
  const path = usePathname()
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
