import { beforeEach, describe, expect, it } from '@jest/globals'
import { act, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { Feedback } from '@/components/cabinet/feedback'
import { AskAgainForm } from '@/components/forms/email-forms'
import type { FormState } from '@/components/forms/form-state'
import { Registration } from '@/components/forms/registration'
import { NewPasswordForm, ResetRequestForm } from '@/components/forms/reset-forms'
import { ShopOrderForm } from '@/components/forms/shop-order-form'
import { SubscriptionCard } from '@/components/content/auction-sections'
import { SignInForm } from '@/components/identity/sign-in-form'
import { SessionUser } from '@/components/session/session-user'
import type { User } from '@/lib/contract/accounts'
import type { Product } from '@/lib/contract/shop'
import { inLocale } from '@/tests/support/render-in'

const action = (state: FormState) => Promise.resolve(state)
const product: Product = {
  id: 3,
  name: 'Gas condensate',
  summary: '',
  category: 'gas_condensate',
  unit: 't',
  languages: { name: 'en', summary: 'en', unit: 'en' },
  minimum_volume: '25.000',
  image: null,
  facts: [],
}

const FORMS: Record<string, [form: ReactNode, typed: Record<string, string>]> = {
  'signing in': [
    <SignInForm key="" resetHref="/password-reset" returnTo="/en/cabinet" action={(state) => Promise.resolve(state)} />,
    { Email: 'trader@buyer.ua', Password: 'secret phrase' },
  ],
  registration: [
    <Registration key="" register={action} resend={action} head={null} foot={null} />,
    { 'Full name': 'Buyer LLC', Phone: '067 123 45 67', Email: 'trader@buyer.ua', Password: 'secret phrase' },
  ],
  'asking for a new password': [
    <ResetRequestForm key="" action={action} head={null} foot={null} here="/password-reset" />,
    { Email: 'trader@buyer.ua' },
  ],
  'a new password': [
    <NewPasswordForm
      key=""
      action={action}
      token="secret"
      email="trader@buyer.ua"
      linkProblem={null}
      head={null}
      loginHref="/login"
      askHref="/reset"
    />,
    { 'New password': 'secret phrase' },
  ],
  'asking for the confirmation email': [<AskAgainForm key="" action={action} />, { Email: 'trader@buyer.ua' }],
  'the shop': [
    <ShopOrderForm key="" products={[product, { ...product, id: 4, name: 'Propane' }]} consent="Consent" />,
    { Product: '4', 'Company name': 'Buyer LLC', Comment: 'Soon' },
  ],
  'a subscription': [<SubscriptionCard key="" kind="natural_gas" />, { Email: 'trader@buyer.ua' }],
  feedback: [
    <SessionUser key="" initialUser={{ id: 7 } as User}>
      <Feedback history={null} />
    </SessionUser>,
    { Topic: 'auction', Subject: 'Loading', Message: 'Is Saturday possible?' },
  ],
}

beforeEach(() => window.sessionStorage.clear())

describe('input typed before the page’s script runs', () => {
  it.each(Object.keys(FORMS))('stays in the form: %s', async (name) => {
    const [form, typed] = FORMS[name]!
    const container = document.body.appendChild(document.createElement('div'))
    container.innerHTML = renderToString(inLocale('en', form))
    const fieldOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { selector: '[name]' })
    for (const [label, value] of Object.entries(typed)) fieldOf(label).value = value
    await act(async () => void hydrateRoot(container, inLocale('en', form)))
    for (const [label, value] of Object.entries(typed)) expect([label, fieldOf(label).value]).toEqual([label, value])
    container.remove()
  })
})

it('shows every step of the registration without JavaScript, and each button sends', () => {
  const page = document.createElement('div')
  page.innerHTML = renderToString(inLocale('en', FORMS.registration![0]))
  const sections = [...page.querySelectorAll('fieldset')].filter((fieldset) => fieldset.querySelector('h2'))
  expect(sections).toHaveLength(3)
  for (const section of sections) {
    expect(section).not.toHaveAttribute('hidden')
    expect(section).toHaveClass('noscript:grid')
  }
  for (const label of ['Continue', 'Register company'])
    expect(within(page).getByText(label).closest('button')).toHaveAttribute('type', 'submit')
})
