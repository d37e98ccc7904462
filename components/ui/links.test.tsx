import { describe, expect, it } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { AppLink, linkKind, phoneAddress } from '@/components/ui/link'

describe('the kinds of links', () => {
  it('treats an address with http as another site, opened in a new tab without a referrer', () => {
    render(<AppLink href="https://me.gov.ua/rules">Rules</AppLink>)
    const link = screen.getByRole('link', { name: 'Rules' })
    expect(link).toHaveAttribute('target', '_blank')
    expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  })

  it('treats an address with @ as mail', () => {
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

  it('replaces the language of a path with the page’s', () => {
    render(
      <AppLink href="/en/news" locale="ru">
        News
      </AppLink>,
    )
    expect(screen.getByRole('link', { name: 'News' })).toHaveAttribute('href', '/ru/news')
  })

  it.each(['/feeds/uk/news.rss', '/storage/files/rules.pdf', '#terms'])(
    'leaves the address of what is no page as it is: %s',
    (href) => {
      render(
        <AppLink href={href} locale="en">
          Open
        </AppLink>,
      )
      const link = screen.getByRole('link', { name: 'Open' })
      expect(link).toHaveAttribute('href', href)
      expect(link).not.toHaveAttribute('data-page')
    },
  )

  it('treats a web address with an @ as a web address', () => {
    expect(linkKind('https://www.youtube.com/@producer')).toBe('external')
    expect(linkKind('//cdn.example/file')).toBe('external')
    expect(linkKind('/news/http-2')).toBe('external')
    expect(linkKind('tel:+380445941230')).toBe('phone')
    expect(linkKind('/contacts')).toBe('internal')
  })

  it('dials the digits of a formatted number', () => {
    expect(phoneAddress('+380 (44) 594-12-30')).toBe('tel:+380445941230')
    expect(phoneAddress('044 594 12 30')).toBe('tel:0445941230')
  })
})
