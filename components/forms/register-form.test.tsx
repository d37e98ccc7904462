/**
 * Forms are read with jsdom's own FormData, which the default environment replaces with Node's.
 * @jest-environment jsdom
 */
import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useForm } from 'react-hook-form'
import { useFormDraft } from '@/components/forms/form-kit'
import type { FormAction, FormState } from '@/components/forms/form-state'
import { Registration } from '@/components/forms/registration'
import type { Locale } from '@/lib/config/constants'
import { messagesOf, renderIn } from '@/tests/support/render-in'

afterEach(() => sessionStorage.clear())

const company = {
  company_name: 'ТОВ «Енергоресурс Трейд»',
  company_short_name: 'Енергоресурс',
  edrpou: '37027819',
  eic: '56X000000000001W',
  iban: 'UA883006140000026006500211904',
  surname: 'Коваль',
  name: 'Олена',
  phone: '050 123-45-67',
  email: 'trader@buyer.ua',
}

function open(register: FormAction, locale: Locale = 'en', resend: FormAction = register) {
  const labels = messagesOf(locale).Register
  const view = renderIn(
    locale,
    <Registration register={register} resend={resend} head={<h1>{labels.title}</h1>} foot={<p>foot</p>} />,
  )
  return { user: userEvent.setup(), labels, view }
}

type Opened = ReturnType<typeof open>
type Changes = Partial<typeof company> & { password?: string }

const STEPS = [
  ['company_name', 'company_short_name', 'edrpou'],
  ['surname', 'name', 'phone', 'email', 'password'],
  ['eic', 'iban'],
] as const

/** Fills one step; the last one has the choices too. */
async function fillStep({ user, labels }: Opened, step: 0 | 1 | 2, changes: Changes = {}) {
  const values = { ...company, password: 'сім синіх лічильників', ...changes }
  for (const name of STEPS[step]) {
    await user.click(screen.getByLabelText(labels[name]))
    await user.paste(values[name])
  }
  if (step < 2) return
  await user.click(screen.getByRole('radio', { name: labels.kinds.all }))
  await user.click(screen.getByRole('checkbox'))
}

async function fill(form: Opened, changes: Changes = {}) {
  await fillStep(form, 0, changes)
  await proceed(form, form.labels.person)
  await fillStep(form, 1, changes)
  await proceed(form, form.labels.trade)
  await fillStep(form, 2, changes)
}

const proceed = async (form: Opened, to: string) => {
  await next(form)
  await waitFor(() => expect(screen.getByRole('heading', { name: to })).toHaveFocus())
}
const next = ({ user, labels }: Opened) => user.click(screen.getByRole('button', { name: labels.continue }))
const back = ({ user, labels }: Opened) => user.click(screen.getByRole('button', { name: labels.back }))
const submit = ({ user, labels }: Opened) => user.click(screen.getByRole('button', { name: labels.submit }))
const currentStep = () => screen.getAllByRole('listitem').find((item) => item.getAttribute('aria-current') === 'step')

const answering =
  (changes: Partial<FormState>): FormAction =>
  (before) =>
    Promise.resolve({ ...before, attempt: before.attempt + 1, ...changes })

describe('registering a company', () => {
  it.each(['uk', 'en', 'ru'] as const)(
    'reports missing fields of a step in %s and focuses the first',
    async (locale) => {
      const action = jest.fn<FormAction>()
      const form = open(action, locale)
      const fields = messagesOf(locale).Fields
      await next(form)
      expect(screen.getByLabelText(form.labels.company_name)).toHaveFocus()
      expect(screen.getByLabelText(form.labels.edrpou)).toHaveAccessibleDescription(
        expect.stringContaining(fields.required),
      )
      expect(screen.getByLabelText(form.labels.email)).not.toHaveAttribute('aria-invalid', 'true')
      await fillStep(form, 0)
      await proceed(form, form.labels.person)
      await next(form)
      expect(screen.getByLabelText(form.labels.surname)).toHaveFocus()
      expect(screen.getByLabelText(form.labels.email)).toHaveAccessibleDescription(
        expect.stringContaining(fields.emailRequired),
      )
      await fillStep(form, 1)
      await proceed(form, form.labels.trade)
      await submit(form)
      expect(screen.getByLabelText(form.labels.eic)).toHaveFocus()
      expect(screen.getByText(fields.rulesNotAccepted)).toBeVisible()
      expect(action).not.toHaveBeenCalled()
    },
  )

  it('marks the current step, and loses nothing on the way back', async () => {
    const form = open(jest.fn<FormAction>())
    expect(currentStep()).toHaveTextContent('1. Company')
    await fillStep(form, 0)
    await proceed(form, 'Contact person')
    expect(currentStep()).toHaveTextContent('2. Contact person')
    expect(screen.queryByRole('textbox', { name: 'Full name' })).toBeNull()
    await fillStep(form, 1)
    await back(form)
    expect(screen.getByRole('heading', { name: 'Company' })).toHaveFocus()
    expect(screen.getByRole('textbox', { name: 'Full name' })).toHaveValue(company.company_name)
    await proceed(form, 'Contact person')
    expect(screen.getByLabelText('Password')).toHaveValue('сім синіх лічильників')
  })

  it('detects a wrong check digit before anything is sent', async () => {
    const action = jest.fn<FormAction>()
    const form = open(action)
    await fillStep(form, 0, { edrpou: '37027818' })
    await next(form)
    expect(screen.getByLabelText('EDRPOU code')).toHaveFocus()
    expect(screen.getByLabelText('EDRPOU code')).toHaveAccessibleDescription(
      expect.stringContaining('the last one is a check digit'),
    )
    await form.user.clear(screen.getByLabelText('EDRPOU code'))
    await form.user.paste(company.edrpou)
    await proceed(form, 'Contact person')
    await fillStep(form, 1)
    await proceed(form, 'Trading and payment')
    await fillStep(form, 2, { iban: 'UA003006140000026006500211904' })
    await submit(form)
    expect(screen.getByLabelText('IBAN')).toHaveFocus()
    expect(screen.getByLabelText('IBAN')).toBeInvalid()
    expect(action).not.toHaveBeenCalled()
  })

  it('sends values that a password manager filled in without an event', async () => {
    const action = jest.fn<FormAction>(answering({}))
    const form = open(action)
    await fill(form)
    const email = screen.getByLabelText<HTMLInputElement>('Email')
    email.value = 'filled@buyer.ua'
    await submit(form)
    await waitFor(() => expect(action).toHaveBeenCalled())
    expect(action.mock.calls[0]?.[1].get('email')).toBe('filled@buyer.ua')
  })

  it('checks the values that a password manager filled in, not the earlier ones', async () => {
    const action = jest.fn<FormAction>()
    const form = open(action)
    await fill(form)
    screen.getByLabelText<HTMLInputElement>('Email').value = 'no address'
    await submit(form)
    await waitFor(() => expect(screen.getByLabelText('Email')).toBeInvalid())
    expect(action).not.toHaveBeenCalled()
  })

  it('keeps the input when the server refuses, and opens the step of the field', async () => {
    const form = open(answering({ faults: [{ path: 'email', code: 'email_already_used' }] }))
    await fill(form)
    await submit(form)
    expect(await screen.findByText(/^This email is already used\. One address works for one company/)).toBeVisible()
    expect(currentStep()).toHaveTextContent('2. Contact person')
    expect(screen.getByLabelText('Email')).toHaveFocus()
    for (const [name, value] of Object.entries(company))
      expect(screen.getByLabelText(form.labels[name as keyof typeof company])).toHaveValue(value)
    expect(screen.getByLabelText('Password')).toHaveValue('сім синіх лічильників')
    expect(screen.getByRole('checkbox', { hidden: true })).toBeChecked()
  })

  it('shows how long to wait after too many attempts', async () => {
    const form = open(answering({ problem: { code: 'too_many_requests', seconds: 272 } }), 'uk')
    await fill(form)
    await submit(form)
    expect(await screen.findByText('Забагато спроб. Наступна можлива за 4:32.')).toBeVisible()
    expect(screen.getByText('Забагато спроб. Наступна можлива за 5 хвилин.')).toBeInTheDocument()
  })

  it('restores the input after a reload, except the password, at the first unfinished step', async () => {
    const form = open(jest.fn<FormAction>())
    await fill(form)
    form.view.unmount()
    open(jest.fn<FormAction>())
    await waitFor(() => expect(screen.getByLabelText('Full name')).toHaveValue(company.company_name))
    expect(screen.getByRole('radio', { name: 'All auctions', hidden: true })).toBeChecked()
    expect(screen.getByLabelText('Password')).toHaveValue('')
    expect(currentStep()).toHaveTextContent('2. Contact person')
    expect(sessionStorage.getItem('register')).not.toContain('лічильників')
  })

  it('is replaced by a message about the sent email, which can be sent again', async () => {
    const resend = jest.fn<FormAction>(answering({ problem: { code: 'too_many_requests', seconds: 65 } }))
    const form = open(answering({ done: { email: company.email } }), 'en', resend)
    await fill(form)
    await submit(form)
    expect(await screen.findByRole('heading', { name: 'Check your inbox' })).toHaveFocus()
    expect(sessionStorage.getItem('register')).toBeNull()
    await form.user.click(screen.getByRole('button', { name: 'Resend the email' }))
    expect(await screen.findByText('You can request another email in 1:05.')).toBeVisible()
    const again = screen.getByRole('button', { name: 'Resend the email' })
    expect(again).toHaveAttribute('aria-disabled', 'true')
    expect(again).toHaveFocus()
    await form.user.click(again)
    expect(resend).toHaveBeenCalledTimes(1)
  })
})

describe('a draft', () => {
  function Drafted() {
    const form = useForm({ defaultValues: { name: 'Typed by now', surname: '' } })
    useFormDraft(form, 'drafted')
    return ['name', 'surname'].map((name) => (
      <input key={name} aria-label={name} {...form.register(name as 'name' | 'surname')} />
    ))
  }

  it('restores empty fields only, not those typed before the page’s script ran', () => {
    sessionStorage.setItem('drafted', JSON.stringify({ name: 'Typed before', surname: 'Koval' }))
    render(<Drafted />)
    expect(screen.getByLabelText('name')).toHaveValue('Typed by now')
    expect(screen.getByLabelText('surname')).toHaveValue('Koval')
  })
})

describe('choosing a password', () => {
  it('shows unmet rules and strength during typing', async () => {
    const form = open(jest.fn<FormAction>())
    await fillStep(form, 0)
    await proceed(form, 'Contact person')
    const password = screen.getByLabelText('Password')
    const rule = (text: string) => screen.getByText(text, { exact: false })
    const met = (text: string) => within(rule(text)).queryByText(': met') !== null

    await form.user.type(password, 'qwertyuiop')
    expect([met('At least 10 characters'), met('No keyboard rows'), met('No company name')]).toEqual([
      true,
      false,
      true,
    ])
    expect(screen.getByText('Too weak')).toBeVisible()
    await form.user.clear(password)
    await form.user.type(password, 'енергоресурс1')
    expect([met('At least 10 characters'), met('No keyboard rows'), met('No company name')]).toEqual([
      true,
      true,
      false,
    ])
    await form.user.clear(password)
    await form.user.type(password, 'сім синіх лічильників')
    expect(screen.getByText('Strong')).toBeVisible()
  })

  it('is refused before sending if it consists of words from the company’s name', async () => {
    const action = jest.fn<FormAction>()
    const form = open(action)
    await fillStep(form, 0)
    await proceed(form, 'Contact person')
    await fillStep(form, 1, { password: 'Енергоресурс1' })
    await next(form)
    expect(screen.getByLabelText('Password')).toHaveFocus()
    expect(screen.getByText(/This password is easy to guess/)).toBeVisible()
    expect(action).not.toHaveBeenCalled()
  })
})
