/**
 * Forms are read with jsdom's own FormData, which the default environment replaces with Node's.
 * @jest-environment jsdom
 */
import { describe, expect, it, jest } from '@jest/globals'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AcceptForm } from './accept-form'
import { ConfirmEmailForm, ResendForm } from './email-forms'
import type { FormAction, FormState } from '@/components/forms/form-state'
import { NewPasswordForm, ResetRequestForm } from './reset-forms'
import { ConfirmSubscriptionForm, UnsubscribeForm } from './subscription-link-forms'
import { userStore } from '@/components/session/user-store'
import type { User } from '@/lib/contract/accounts'
import { messagesOf, renderIn } from '@/tests/support/render-in'

const answering =
  (changes: Partial<FormState>): FormAction =>
  (before) =>
    Promise.resolve({ ...before, attempt: before.attempt + 1, ...changes })
const refusing = (
  code: 'link_expired' | 'link_used' | 'link_invalid' | 'service_unavailable' | 'email_not_registered',
) => answering({ problem: { code, seconds: null } })

describe('confirming an address', () => {
  const open = (
    confirm: FormAction,
    resend: FormAction = jest.fn<FormAction>(),
    linkProblem: FormState['problem'] = null,
  ) => {
    renderIn(
      'en',
      <ConfirmEmailForm
        confirm={confirm}
        resend={resend}
        token="secret"
        linkProblem={linkProblem}
        cabinetHref="/en/cabinet"
        profileHref="/en/cabinet/info"
        next={<p>next</p>}
      />,
    )
    return userEvent.setup()
  }

  it('needs no click if the link was used before', () => {
    open(jest.fn<FormAction>(), undefined, { code: 'link_used', seconds: null, link: 'email_confirmation' })
    expect(screen.queryByRole('button', { name: 'Confirm email' })).toBeNull()
    expect(screen.getByRole('link', { name: messagesOf('en').ConfirmEmail.signIn })).toBeVisible()
  })

  it('sends the link’s secret on a click', async () => {
    const sent: unknown[] = []
    const user = open((before, form) => {
      sent.push(form.get('token'))
      return answering({ done: { email: 'trader@buyer.ua', changed: false } })(before, form)
    })
    expect(sent).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Confirm email' }))
    expect(await screen.findByRole('heading', { name: 'Your email is confirmed' })).toHaveFocus()
    expect(screen.getByText('next')).toBeVisible()
    expect(sent).toEqual(['secret'])
  })

  it('asks to sign in with the new address, without mentioning a manager', async () => {
    const user = open(answering({ done: { email: 'new@buyer.ua', changed: true } }))
    await user.click(screen.getByRole('button', { name: 'Confirm email' }))
    expect(await screen.findByText('From now on, sign in as new@buyer.ua.')).toBeVisible()
    expect(screen.queryByText('next')).toBeNull()
  })

  it.each(['link_expired', 'link_used', 'link_invalid'] as const)(
    'offers another email if the link cannot be used: %s',
    async (code) => {
      const resend = jest.fn<FormAction>(answering({ done: { email: 'trader@buyer.ua' } }))
      const user = open(refusing(code), resend)
      await user.click(screen.getByRole('button', { name: 'Confirm email' }))
      expect((await screen.findAllByRole('alert'))[0]).toHaveTextContent(/link/)
      await user.type(screen.getByLabelText('Email'), 'trader@buyer.ua{Enter}')
      expect(await screen.findByText(/an email is on its way/)).toBeVisible()
      expect(resend).toHaveBeenCalledTimes(1)
    },
  )

  it('offers signing in only if the link has been used', async () => {
    const user = open(refusing('link_used'))
    await user.click(screen.getByRole('button', { name: 'Confirm email' }))
    expect(await screen.findByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/en/cabinet')
  })

  it.each(['link_expired', 'link_used', 'email_already_used'] as const)(
    'leads to the account if a change of address cannot be confirmed: %s',
    async (code) => {
      const user = open(answering({ problem: { code, seconds: null, link: 'email_change' } }))
      await user.click(screen.getByRole('button', { name: 'Confirm email' }))
      expect(await screen.findByRole('link', { name: 'Go to your account' })).toHaveAttribute(
        'href',
        '/en/cabinet/info',
      )
      // Another email of the first confirmation would never be sent.
      expect(screen.queryByLabelText('Email')).toBeNull()
      expect(screen.queryByRole('link', { name: 'Sign in' })).toBeNull()
      expect(screen.queryByText(/already confirmed the new email, sign in with it/) !== null).toBe(code === 'link_used')
    },
  )

  it('allows retrying the same link if the portal did not answer', async () => {
    const user = open(refusing('service_unavailable'))
    await user.click(screen.getByRole('button', { name: 'Confirm email' }))
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Confirm email' })).toBeVisible()
  })
})

const UNUSED = { done: null, problem: null }

describe('a link of an email without a connection', () => {
  const unanswered = () => Promise.reject(new TypeError('fetch failed'))

  it.each([
    [
      'Confirm email',
      <ConfirmEmailForm
        key="email"
        confirm={unanswered}
        resend={unanswered}
        linkProblem={null}
        token="secret"
        cabinetHref="/"
        profileHref="/"
        next={null}
      />,
    ],
    ['Resend the email', <ResendForm key="resend" action={unanswered} email="trader@buyer.ua" />],
    [
      'Confirm subscription',
      <ConfirmSubscriptionForm key="subscribe" action={unanswered} token="secret" link={UNUSED} homeHref="/" />,
    ],
    ['Unsubscribe', <UnsubscribeForm key="unsubscribe" action={unanswered} token="secret" />],
  ])('keeps its page for another try: %s', async (name, form) => {
    renderIn('en', form)
    const button = screen.getByRole('button', { name })
    await userEvent.setup().click(button)
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(button).toBeVisible()
  })
})

describe('confirming a subscription', () => {
  it.each(['link_expired', 'link_invalid'] as const)('leads on from a link that cannot be used: %s', async (code) => {
    renderIn('en', <ConfirmSubscriptionForm action={refusing(code)} token="secret" link={UNUSED} homeHref="/en" />)
    await userEvent.setup().click(screen.getByRole('button', { name: 'Confirm subscription' }))
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(screen.queryByRole('button')).toBeNull()
    expect(screen.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/en')
  })
})

describe('the link of a subscription', () => {
  const open = (link: { done: FormState['done']; problem: FormState['problem'] }) =>
    renderIn('en', <ConfirmSubscriptionForm action={jest.fn<FormAction>()} token="secret" link={link} homeHref="/en" />)

  it('asks for no click if it has expired', () => {
    open({ done: null, problem: { code: 'link_expired', seconds: null } })
    expect(screen.getByRole('alert')).toBeVisible()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('asks for no click if the subscription is confirmed', () => {
    open({ done: { email: 'trader@buyer.ua' }, problem: null })
    expect(screen.getByRole('heading', { name: messagesOf('en').Subscription.confirmed })).toBeVisible()
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('accepting an invitation', () => {
  it('shows no form once the invitation was accepted in another tab', async () => {
    renderIn('en', <AcceptForm action={refusing('link_used')} token="secret" email="new@buyer.ua" head={null} />)
    const user = userEvent.setup()
    await user.type(screen.getByLabelText('Surname'), 'Koval')
    await user.type(screen.getByLabelText('Given name'), 'Olena')
    await user.type(screen.getByLabelText('Phone'), '+380671234567')
    await user.type(screen.getByLabelText('Password'), 'three blue meters')
    await user.click(screen.getByRole('checkbox'))
    await user.click(screen.getByRole('button', { name: 'Accept the invitation' }))
    expect(await screen.findByText(/already been accepted/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/en/user-login')
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('a link opened where somebody else is signed in', () => {
  const confirm = async () => {
    renderIn(
      'en',
      <ConfirmEmailForm
        confirm={answering({ done: { email: 'trader@buyer.ua', changed: false } })}
        resend={jest.fn<FormAction>()}
        token="secret"
        linkProblem={null}
        cabinetHref="/en/cabinet"
        profileHref="/en/cabinet/info"
        next={null}
      />,
    )
    await userEvent.setup().click(screen.getByRole('button', { name: 'Confirm email' }))
    await screen.findByRole('heading', { name: 'Your email is confirmed' })
  }
  const signedInAs = (email: string) => userStore.seed({ id: 1, email } as User)

  it('offers to sign out instead of leading to the other account', async () => {
    signedInAs('other@buyer.ua')
    await confirm()
    expect(screen.getByText('This browser is signed in as other@buyer.ua.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Sign out and sign in again' })).toBeVisible()
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('leads to the account if it is the same person', async () => {
    signedInAs('trader@buyer.ua')
    await confirm()
    expect(screen.getByRole('link', { name: 'Go to your account' })).toHaveAttribute('href', '/en/cabinet')
  })
})

describe('asking for a new password', () => {
  it('reports an unknown address in the specification’s words, and keeps it', async () => {
    renderIn('en', <ResetRequestForm action={refusing('email_not_registered')} here="/" head={null} foot={null} />)
    const user = userEvent.setup()
    await user.type(screen.getByLabelText('Email'), 'nobody@buyer.ua{Enter}')
    expect(await screen.findByText('Sorry, but this user was not registered')).toBeVisible()
    expect(screen.getByLabelText('Email')).toHaveValue('nobody@buyer.ua')
  })

  it('checks the address in the browser', async () => {
    const action = jest.fn<FormAction>()
    renderIn('uk', <ResetRequestForm action={action} here="/" head={null} foot={null} />)
    const user = userEvent.setup()
    await user.type(screen.getByLabelText('Електронна пошта'), 'trader@{Enter}')
    expect(screen.getByLabelText('Електронна пошта')).toBeInvalid()
    expect(screen.getByLabelText('Електронна пошта')).toHaveFocus()
    expect(action).not.toHaveBeenCalled()
  })
})

describe('setting a new password', () => {
  const open = (action: FormAction, linkProblem: FormState['problem'] = null) => {
    renderIn(
      'en',
      <NewPasswordForm
        action={action}
        token="secret"
        email="trader@buyer.ua"
        linkProblem={linkProblem}
        head={null}
        loginHref="/en/user-login"
        askHref="/en/password-reset"
      />,
    )
    return userEvent.setup()
  }

  it('offers another link, and no field, when the link cannot be used', () => {
    open(jest.fn<FormAction>(), { code: 'link_expired', seconds: null })
    expect(screen.getByRole('alert')).toBeVisible()
    expect(screen.queryByLabelText('New password')).toBeNull()
    expect(screen.getByRole('link', { name: 'Request a new link' })).toHaveAttribute('href', '/en/password-reset')
  })

  it.each(['link_expired', 'link_used', 'link_invalid'] as const)(
    'offers signing in only if the link has been used: %s',
    (code) => {
      open(jest.fn<FormAction>(), { code, seconds: null })
      const signIn = screen.queryByRole('link', { name: 'Sign in' })
      expect(signIn?.getAttribute('href')).toBe(code === 'link_used' ? '/en/user-login' : undefined)
    },
  )

  it('tells password managers whose password it is', () => {
    open(jest.fn<FormAction>())
    expect(document.querySelector('input[autocomplete="username"]')).toHaveValue('trader@buyer.ua')
  })

  it('is refused in the browser if it is short or common', async () => {
    const action = jest.fn<FormAction>()
    const user = open(action)
    await user.type(screen.getByLabelText('New password'), 'short{Enter}')
    expect(screen.getByLabelText('New password')).toHaveAccessibleDescription(
      expect.stringContaining('At least 10 characters'),
    )
    await user.clear(screen.getByLabelText('New password'))
    await user.type(screen.getByLabelText('New password'), 'password1234{Enter}')
    expect(await screen.findByText(/easy to guess/)).toBeVisible()
    expect(screen.getByLabelText('New password')).toHaveFocus()
    expect(action).not.toHaveBeenCalled()
  })

  it('shows the server’s refusal at the field, and keeps the input', async () => {
    const user = open(answering({ faults: [{ path: 'password', code: 'password_too_simple' }] }))
    await user.type(screen.getByLabelText('New password'), 'three blue meters{Enter}')
    expect(await screen.findByText(/easy to guess/)).toBeVisible()
    expect(screen.getByLabelText('New password')).toHaveValue('three blue meters')
    expect(screen.getByLabelText('New password')).toHaveFocus()
  })

  it('offers another email if the link has been used', async () => {
    const user = open(refusing('link_used'))
    await user.type(screen.getByLabelText('New password'), 'three blue meters{Enter}')
    expect(await screen.findByRole('link', { name: 'Request a new link' })).toHaveAttribute(
      'href',
      '/en/password-reset',
    )
    expect(screen.queryByLabelText('New password')).toBeNull()
  })
})
