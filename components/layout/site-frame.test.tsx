import { describe, expect, it } from '@jest/globals'
import type { Settings } from '@/lib/contract/content'
import { siteFrameOf } from './site-frame'

const menu = [{ name: 'Natural gas', url: '/auctions/gas', children: [] }]

describe('the data of the header and the footer', () => {
  it('uses the main contact and lists each social network once', () => {
    const contact = { label: 'Office', is_main: false, socials: [], phones: [] }
    const network = { name: 'LinkedIn', url: 'https://linkedin.example/gas' }
    const main = { ...contact, label: 'Sales', is_main: true, socials: [network] }
    const settings = { company_name: 'Gas LLC', contacts: [contact, main], links: [network] } as unknown as Settings
    expect(siteFrameOf(settings, menu, [])).toMatchObject({
      company: 'Gas LLC',
      mainContact: { label: 'Sales' },
      socials: [network],
    })
  })

  it('uses the telephones of the first contact if none is the main one', () => {
    const contact = (label: string, phone: string) => ({ label, is_main: false, socials: [], phones: [phone] })
    const contacts = [contact('Office', '+380441112233'), contact('Sales', '+380442223344')]
    const settings = { company_name: 'Gas LLC', contacts, links: [] } as unknown as Settings
    expect(siteFrameOf(settings, menu, []).mainContact).toEqual(contacts[0])
  })

  it('uses the site’s address if the settings could not be read', () => {
    const frame = siteFrameOf(null, menu, menu)
    expect(frame).toMatchObject({ mainMenu: menu, footerMenu: menu, contacts: [], supportEmail: '' })
    expect(frame.settingsFailed).toBe(true)
    expect(frame.company).toMatch(/^[\w.-]+(?::\d+)?$/)
  })
})
