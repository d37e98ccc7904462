import type { MenuItem, Settings } from '@/lib/contract/content'

/** What the header and footer of every page are made of: the server's settings and menus in one language. */
export interface SiteFrame {
  company: string
  mainMenu: MenuItem[]
  footerMenu: MenuItem[]
  /** The main contact feeds the footer and the slide-in menu (specification, point 3). */
  mainContact: Settings['contacts'][number] | null
  contacts: Settings['contacts']
  links: Settings['links']
  supportEmail: string
  copyright: string
  workingHours: string
}

export function siteFrameOf(settings: Settings, mainMenu: MenuItem[], footerMenu: MenuItem[]): SiteFrame {
  return {
    company: settings.company_name,
    mainMenu,
    footerMenu,
    mainContact: settings.contacts.find((contact) => contact.is_main) ?? settings.contacts[0] ?? null,
    contacts: settings.contacts,
    links: settings.links,
    supportEmail: settings.support_email,
    copyright: settings.copyright,
    workingHours: settings.working_hours,
  }
}
