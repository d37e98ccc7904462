import { describe, expect, it } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { AppLink, linkKind, phoneAddress } from '@/components/ui/link'

describe('the rule of links', () => {
  it('takes an address with http for another site, and opens it in a new tab without telling it more than needed', () => {
    render(<AppLink href="https://me.gov.ua/rules">Rules</AppLink>)
    const link = screen.getByRole('link', { name: 'Rules' })
    expect(link).toHaveAttribute('target', '_blank')
    expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  })

  it('takes an address with @ for mail', () => {
    render(<AppLink href="trade@producer.ua">Write</AppLink>)
    expect(screen.getByRole('link', { name: 'Write' })).toHaveAttribute('href', 'mailto:trade@producer.ua')
    render(<AppLink href="mailto:help@producer.ua">Help</AppLink>)
    expect(screen.getByRole('link', { name: 'Help' })).toHaveAttribute('href', 'mailto:help@producer.ua')
  })

  it('opens a path of the site in place, in the page’s language', () => {
    render(
      <AppLink href="/auctions/gas" locale="en">
        Gas
      </AppLink>,
    )
    const link = screen.getByRole('link', { name: 'Gas' })
    expect(link).toHaveAttribute('href', '/en/auctions/gas')
    expect(link).not.toHaveAttribute('target')
  })

  it('gives a path that already has a language the page’s language', () => {
    render(
      <AppLink href="/en/news" locale="ru">
        News
      </AppLink>,
    )
    expect(screen.getByRole('link', { name: 'News' })).toHaveAttribute('href', '/ru/news')
  })

  it('is not misled by an @ inside a web address', () => {
    expect(linkKind('https://www.youtube.com/@producer')).toBe('external')
    expect(linkKind('//cdn.example/file')).toBe('external')
    expect(linkKind('/news/http-2')).toBe('external')
    expect(linkKind('tel:+380445941230')).toBe('phone')
    expect(linkKind('/contacts')).toBe('internal')
  })

  it('dials the digits of a number as it is printed', () => {
    expect(phoneAddress('+380 (44) 594-12-30')).toBe('tel:+380445941230')
    expect(phoneAddress('044 594 12 30')).toBe('tel:0445941230')
  })
})
