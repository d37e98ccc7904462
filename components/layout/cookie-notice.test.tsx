import { beforeEach, describe, expect, it } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { CookieNotice } from '@/components/layout/cookie-notice'
import { LOCALES } from '@/lib/config/constants'
import { messagesOf, renderIn } from '@/tests/support/render-in'
import { readCookie } from '@/lib/browser/cookies'
import { LocalizedCookieNotice } from './page-extras'

const texts = { label: 'Cookies', text: 'We keep cookies.', policy: 'Privacy policy', accept: 'OK', close: 'Close' }

function show() {
  return render(<CookieNotice texts={texts} policyHref="/politika-konfideciynosti" closeIcon={null} />)
}

beforeEach(() => {
  document.cookie = 'cookieApprove=; path=/; max-age=0'
})

describe('the cookie notice', () => {
  it('leads to the privacy policy', () => {
    show()
    expect(screen.getByRole('link', { name: 'Privacy policy' })).toHaveAttribute('href', '/politika-konfideciynosti')
  })

  it.each(LOCALES)('mentions counting visits, in %s, only if they are counted', async (locale) => {
    const { text, textCounted, accept, acceptCounted } = messagesOf(locale).CookieNotice
    const { unmount } = renderIn(locale, <LocalizedCookieNotice locale={locale} countsVisits={false} />)
    expect(await screen.findByRole('button', { name: accept })).toBeInTheDocument()
    expect(screen.getByRole('complementary')).toHaveTextContent(text.replace(/<[^>]+>/g, ''))
    unmount()
    renderIn(locale, <LocalizedCookieNotice locale={locale} countsVisits />)
    expect(await screen.findByText(textCounted)).toBeInTheDocument()
    expect(textCounted).not.toBe(text)
    expect(screen.getByRole('button', { name: acceptCounted })).toBeInTheDocument()
  })

  it('stays hidden once it was accepted', async () => {
    const { unmount } = show()
    await userEvent.click(screen.getByRole('button', { name: 'OK' }))
    expect(screen.queryByRole('complementary')).toBeNull()
    expect(readCookie('cookieApprove')).toBe('true')
    unmount()
    show()
    expect(screen.queryByRole('complementary')).toBeNull()
  })

  it.each(['OK', 'Close'])(
    'after %s returns the focus to the previous element, or to the content if there was none',
    async (name) => {
      const user = userEvent.setup()
      const page = (
        <>
          <main tabIndex={-1}>
            <button>Menu</button>
          </main>
          <CookieNotice texts={texts} policyHref="/politika-konfideciynosti" closeIcon={null} />
        </>
      )
      const { unmount } = render(page)
      await user.click(screen.getByRole('button', { name }))
      expect(screen.getByRole('main')).toHaveFocus()
      unmount()
      document.cookie = 'cookieApprove=; path=/; max-age=0'
      render(page)
      screen.getByRole('button', { name: 'Menu' }).focus()
      await user.tab()
      screen.getByRole('button', { name }).focus()
      await user.keyboard('{Enter}')
      expect(screen.getByRole('button', { name: 'Menu' })).toHaveFocus()
    },
  )

  it('reappears after only being closed', async () => {
    const { unmount } = show()
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('complementary')).toBeNull()
    expect(readCookie('cookieApprove')).toBeNull()
    unmount()
    show()
    expect(screen.getByRole('complementary', { name: 'Cookies' })).toBeVisible()
  })
})
