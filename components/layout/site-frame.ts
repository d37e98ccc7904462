import { publicUrl } from '@/lib/config/environment'
import type { MenuItem, Settings } from '@/lib/contract/content'

/** The data of header and footer: settings and menus in one language. */
export interface SiteFrame {
  company: string
  /** The company's own, for the header; null for the site's mark. */
  logo: Settings['logo']
  mainMenu: MenuItem[]
  footerMenu: MenuItem[]
  /** The menus could not be read and were replaced by links to the auctions. */
  menusFailed?: boolean
  /** The settings could not be read. */
  settingsFailed: boolean
  /** The main contact feeds the footer and the slide-in menu (specification, point 3). */
  mainContact: Settings['contacts'][number] | null
  contacts: Settings['contacts']
  /** The site's own and the main contact's. */
  socials: Settings['links']
  supportEmail: string
  copyright: string
  workingHours: string
}

/** Where the settings cannot be read, the host's name stands in for the company's. */
export function siteFrameOf(settings: Settings | null, mainMenu: MenuItem[], footerMenu: MenuItem[]): SiteFrame {
  const contacts = settings?.contacts ?? []
  const mainContact = contacts.find((contact) => contact.is_main) ?? contacts[0] ?? null
  return {
    company: settings?.company_name ?? new URL(publicUrl()).host,
    logo: settings?.logo ?? null,
    mainMenu,
    footerMenu,
    settingsFailed: settings === null,
    mainContact,
    contacts,
    socials: onePerAddress([...(settings?.links ?? []), ...(mainContact?.socials ?? [])]),
    supportEmail: settings?.support_email ?? '',
    copyright: settings?.copyright ?? '',
    workingHours: settings?.working_hours ?? '',
  }
}

function onePerAddress(links: Settings['links']): Settings['links'] {
  return [...new Map(links.map((link) => [link.url, link])).values()]
}
