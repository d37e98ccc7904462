import { expect, it } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import { renderToString } from 'react-dom/server'
import { SignInForm } from '@/components/identity/sign-in-form'
import { TIME_ZONE } from '@/lib/config/constants'
import { messagesOf } from '@/tests/support/render-in'

it('keeps what was typed into the sign-in form before its script ran', () => {
  const page = (
    <NextIntlClientProvider locale="en" messages={messagesOf('en')} timeZone={TIME_ZONE}>
      <SignInForm returnTo="/en/cabinet" action={(state) => Promise.resolve(state)} />
    </NextIntlClientProvider>
  )
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(page)
  screen.getByLabelText<HTMLInputElement>('Email').value = 'trader@buyer.ua'
  screen.getByLabelText<HTMLInputElement>('Password').value = 'secret phrase'
  render(page, { container, hydrate: true })
  expect(screen.getByLabelText('Email')).toHaveValue('trader@buyer.ua')
  expect(screen.getByLabelText('Password')).toHaveValue('secret phrase')
})
