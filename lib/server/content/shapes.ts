import type { Category as CategoryDto, MenuItem, Settings as SettingsDto } from '@/lib/contract/content'
import type { Language } from '@/lib/contract/primitives'
import type { Category, Menu, Setting } from '@/lib/server/cms/payload-types'
import { addressOfImage, imageOf } from '@/lib/server/content/media-shapes'
import { metaOf } from '@/lib/server/content/meta-shapes'

/** Payload's documents in the contract's form: what is empty in the back office is an empty text or list here. */

export function categoryOf(category: Category): CategoryDto {
  return {
    id: category.id,
    key: category.key,
    slug: category.slug,
    name: category.name,
    unit: category.unit_label,
    price_unit: category.price_unit_label,
  }
}

type EditedLink = { name?: string | null; url?: string | null }

function linkOf(link: EditedLink): { name: string; url: string } {
  return { name: link.name ?? '', url: link.url ?? '' }
}

export function menuItemsOf(menu: Pick<Menu, 'items'>): MenuItem[] {
  return (menu.items ?? []).map((item) => ({ ...linkOf(item), children: (item.children ?? []).map(linkOf) }))
}

export function settingsOf(settings: Setting, lang: Language, mainMenu: MenuItem[], footerMenu: MenuItem[]): SettingsDto {
  return {
    company_name: settings.company_name ?? '',
    links: (settings.links ?? []).map(linkOf),
    contacts: (settings.contacts ?? []).map((contact) => ({
      label: contact.label ?? '',
      is_main: contact.is_main ?? false,
      socials: (contact.socials ?? []).map(linkOf),
      phones: (contact.phones ?? []).map((phone) => ({ label: phone.label ?? '', number: phone.number })),
    })),
    main_menu: mainMenu,
    footer_menu: footerMenu,
    support_email: settings.support_email ?? '',
    copyright: settings.copyright ?? '',
    working_hours: settings.working_hours ?? '',
    logo: imageOf(settings.logo, lang),
    favicon: addressOfImage(settings.favicon),
    meta: metaOf(settings.meta),
  }
}
