import type { ReactNode } from 'react'
import { ContactPhones } from '@/components/layout/contact-phones'
import type { SiteFrame } from '@/components/layout/site-frame'
import { AppLink } from '@/components/ui/app-link'
import type { Locale } from '@/lib/config/constants'
import type { MenuItem } from '@/lib/contract/content'

export interface MobileMenuProps {
  items: MenuItem[]
  locale: Locale
  label: string
  contact: SiteFrame['mainContact']
  socials: SiteFrame['socials']
  socialsLabel: string
  /** The way into the cabinet. */
  children: ReactNode
}

/** The main menu inside the slide-in panel: everything is open, so that one touch is enough. */
export function MobileMenu({ items, locale, label, contact, socials, socialsLabel, children }: MobileMenuProps) {
  return (
    <>
      <nav aria-label={label}>
        <ul className="grid">
          {items.map((item) => (
            <li key={`${item.name} ${item.url}`} className="border-b border-line py-1">
              <AppLink href={item.url} locale={locale} className="flex min-h-12 items-center rounded-sm px-2 text-h3 font-semibold hover:bg-hover">
                {item.name}
              </AppLink>
              {item.children.length > 0 && (
                <ul className="pb-2 pl-4">
                  {item.children.map((child) => (
                    <li key={`${child.name} ${child.url}`}>
                      <AppLink href={child.url} locale={locale} className="flex min-h-11 items-center rounded-sm px-2 text-soft hover:bg-hover hover:text-text">
                        {child.name}
                      </AppLink>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      </nav>
      {children}
      {contact && <ContactPhones contact={contact} />}
      {socials.length > 0 && (
        <ul aria-label={socialsLabel} className="flex flex-wrap gap-x-5 gap-y-1">
          {socials.map(({ name, url }) => (
            <li key={`${name} ${url}`}>
              <AppLink href={url} locale={locale} className="inline-flex min-h-11 items-center rounded-sm font-medium text-soft hover:text-text hover:underline">
                {name}
              </AppLink>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
