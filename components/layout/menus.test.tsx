import { describe, expect, it, jest } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { UserMenu } from '@/components/layout/cabinet-menus'
import { BurgerMenu, UserLink } from '@/components/layout/header-controls'
import { SessionUser } from '@/components/session/session-user'
import { LogoutButton, logOut } from '@/components/session/log-out'
import { MenuBehaviour } from '@/components/layout/menu-behaviour'
import { DisclosureMenu } from '@/components/ui/menu'
import type { User } from '@/lib/contract/accounts'

function showMenu() {
  render(
    <>
      <MenuBehaviour />
      <DisclosureMenu label="Auctions" width="sub-menu">
        <a href="#gas">Natural gas</a>
      </DisclosureMenu>
      <button type="button">Elsewhere</button>
    </>,
  )
  const menu = screen.getByRole('group')
  return { menu, button: screen.getByText('Auctions') }
}

describe('a menu that opens', () => {
  it('closes on Escape and returns the focus to its button', async () => {
    const { menu, button } = showMenu()
    await userEvent.click(button)
    expect(menu).toHaveAttribute('open')
    await userEvent.keyboard('{Escape}')
    expect(menu).not.toHaveAttribute('open')
    expect(button.closest('summary')).toHaveFocus()
  })

  it('closes when Tab leaves its last link, and stays open on the way back to its button', async () => {
    const { menu, button } = showMenu()
    await userEvent.click(button)
    await userEvent.tab()
    expect(screen.getByRole('link', { name: 'Natural gas' })).toHaveFocus()
    await userEvent.tab({ shift: true })
    expect(menu).toHaveAttribute('open')
    await userEvent.tab()
    await userEvent.tab()
    expect(screen.getByRole('button', { name: 'Elsewhere' })).toHaveFocus()
    expect(menu).not.toHaveAttribute('open')
  })

  it('closes on a click elsewhere and when a link is followed', async () => {
    const { menu, button } = showMenu()
    await userEvent.click(button)
    await userEvent.click(screen.getByRole('button', { name: 'Elsewhere' }))
    expect(menu).not.toHaveAttribute('open')
    await userEvent.click(button)
    await userEvent.click(screen.getByRole('link', { name: 'Natural gas' }))
    expect(menu).not.toHaveAttribute('open')
  })
})

describe('the slide-in menu', () => {
  it('closes when a wider window hides its button', async () => {
    // jsdom has the element without its methods.
    Object.assign(HTMLDialogElement.prototype, {
      showModal(this: HTMLDialogElement) {
        this.open = true
      },
      close(this: HTMLDialogElement) {
        this.open = false
      },
    })
    // jsdom has no layout: a style sheet hides the button where the row of links has room.
    const rects = jest.spyOn(HTMLButtonElement.prototype, 'getClientRects')
    const resize = (hidden: boolean) => {
      rects.mockReturnValue((hidden ? [] : [{}]) as unknown as DOMRectList)
      window.dispatchEvent(new Event('resize'))
    }
    render(
      <BurgerMenu open={{ label: 'Open the menu', icon: 'open' }} close={{ label: 'Close the menu', icon: 'close' }}>
        Sections
      </BurgerMenu>,
    )
    resize(false)
    await userEvent.click(screen.getByRole('button', { name: 'Open the menu' }))
    resize(false)
    expect(screen.getByRole('dialog')).toHaveAttribute('open')
    resize(true)
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('logging out', () => {
  const answer = (status: number) => jest.fn<typeof fetch>(() => Promise.resolve(new Response('{}', { status })))

  it('distinguishes a session ended now from one that had ended before', async () => {
    await expect(logOut(answer(200))).resolves.toBe('done')
    await expect(logOut(answer(401))).resolves.toBe('over')
  })

  it('goes to the sign-in page if the account has been deactivated', async () => {
    const refused = (code: string) => () => Promise.resolve(Response.json({ code }, { status: 403 }))
    await expect(logOut(refused('account_deactivated_by_manager'))).resolves.toBe('over')
    await expect(logOut(refused('foreign_origin'))).resolves.toBe('failed')
  })

  it('stays on the page if it failed', async () => {
    await expect(logOut(answer(503))).resolves.toBe('failed')
    await expect(logOut(() => Promise.reject(new TypeError('offline')))).resolves.toBe('failed')
  })

  it('leaves nothing of the person in the tab’s storage, and everything if it failed', async () => {
    const drafts = ['shop-order:7', 'feedback-draft:7', 'receipts:7:38']
    for (const key of drafts) window.sessionStorage.setItem(key, '"typed"')
    await logOut(answer(503))
    expect(drafts.map((key) => window.sessionStorage.getItem(key))).toEqual(drafts.map(() => '"typed"'))
    await logOut(answer(200))
    expect(window.sessionStorage).toHaveLength(0)
  })

  it('posts to the specification’s call', async () => {
    const send = answer(200)
    await logOut(send)
    expect(send).toHaveBeenCalledWith('/api/auth/logout', expect.objectContaining({ method: 'POST', body: '{}' }))
  })

  it('submits the form itself if the session had already ended, because the answer clears the cookies', async () => {
    const ended = jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('{}', { status: 401 }))
    const submit = jest.spyOn(HTMLFormElement.prototype, 'submit').mockReturnValue()
    render(<LogoutButton label="Sign out" failedLabel="Failed" loginHref="/user-login" locale="uk" />)
    await userEvent.click(screen.getByRole('button', { name: 'Sign out' }))
    expect(submit).toHaveBeenCalledTimes(1)
    ended.mockRestore()
    submit.mockRestore()
  })

  it('reports the failure', async () => {
    const failing = jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))
    render(
      <LogoutButton
        label="Sign out"
        failedLabel="Could not sign you out. Check your connection and try again."
        loginHref="/user-login"
        locale="uk"
      />,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Sign out' }))
    expect(await screen.findByText('Could not sign you out. Check your connection and try again.')).toBeVisible()
    failing.mockRestore()
  })
})

it('the user’s menu names the person and the role', () => {
  const user = {
    id: 7,
    name: 'Олена',
    surname: 'Коваль',
    role: 'trader',
    email: 'o@buyer.ua',
    company_name: 'Buyer LLC',
  }
  const roles = { owner: 'Owner', trader: 'Trader', viewer: 'Viewer' }
  render(
    <SessionUser initialUser={user as User}>
      <UserMenu label="User menu" roles={roles}>
        <a href="#out">Sign out</a>
      </UserMenu>
    </SessionUser>,
  )
  expect(screen.getByRole('group')).toHaveTextContent('Олена КовальTradero@buyer.uaBuyer LLC')
})

it.each([true, false])('the public header marks somebody who is signed in: %s', (isSignedIn) => {
  if (isSignedIn) document.cookie = 'signedIn=1'
  const link = { href: '/cabinet', label: 'Account' }
  render(<UserLink cabinet={link} login={{ href: '/user-login', label: 'Sign in' }} icon={null} badge="mark" />)
  expect(screen.getByRole('link', { name: isSignedIn ? 'Account' : 'Sign in' })).toHaveTextContent(
    isSignedIn ? 'mark' : '',
  )
  expect(screen.queryAllByText('mark')).toHaveLength(isSignedIn ? 1 : 0)
  document.cookie = 'signedIn=; max-age=0'
})
