import { AppLink } from '@/components/ui/app-link'
import { DisclosureMenu } from '@/components/ui/disclosure-menu'
import { MENU_ENTRY_LOOK } from '@/components/ui/menu-entry-look'
import type { Locale } from '@/lib/config/constants'
import type { MenuItem } from '@/lib/contract/content'

export interface MainMenuProps {
  items: MenuItem[]
  locale: Locale
  label: string
}

const ENTRY = 'flex min-h-11 items-center rounded-sm px-3 text-[0.9375rem] font-medium transition-colors duration-150 hover:bg-white/12'

/** The server's main menu on wide screens; an item with children opens a list of 190 px. */
export function MainMenu({ items, locale, label }: MainMenuProps) {
  return (
    <nav aria-label={label} className="ml-auto hidden xl:block">
      <ul className="flex items-center">
        {items.map((item) => (
          <li key={`${item.name} ${item.url}`}>
            {item.children.length === 0 ? (
              <AppLink href={item.url} locale={locale} className={ENTRY}>
                {item.name}
              </AppLink>
            ) : (
              <DisclosureMenu label={item.name} width="sub-menu" className={ENTRY}>
                <ul>
                  {entriesOf(item).map((child) => (
                    <li key={`${child.name} ${child.url}`}>
                      <AppLink href={child.url} locale={locale} className={MENU_ENTRY_LOOK}>
                        {child.name}
                      </AppLink>
                    </li>
                  ))}
                </ul>
              </DisclosureMenu>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** An item that has a page of its own besides its children's leads there first: its button only opens the list. */
function entriesOf({ name, url, children }: MenuItem): MenuItem['children'] {
  const reachable = !url || url.startsWith('#') || children.some((child) => child.url === url)
  return reachable ? children : [{ name, url }, ...children]
}
