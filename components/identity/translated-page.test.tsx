/**
 * Forms are read with jsdom's own FormData, which the default environment replaces with Node's.
 * @jest-environment jsdom
 */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { DocumentsReview } from '@/components/cabinet/documents'
import { Feedback } from '@/components/cabinet/feedback'
import type { FormAction } from '@/components/forms/form-state'
import { Registration } from '@/components/forms/registration'
import { SignInForm } from '@/components/identity/sign-in-form'
import type { SignInState } from '@/components/identity/sign-in-state'
import { Button } from '@/components/ui/button'
import { StatePill } from '@/components/ui/pill'
import { renderIn } from '@/tests/support/render-in'

/** Replaces each text node with elements, as page translators do. */
function translate(root: Node) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    if (text.data.trim() === '' || text.parentElement?.closest('font, script, style')) continue
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    inner.textContent = text.data
    outer.append(inner)
    text.replaceWith(outer)
  }
}

const translator = new MutationObserver(() => translate(document.body))

function openTranslated(...args: Parameters<typeof renderIn>) {
  const page = renderIn(...args)
  translate(document.body)
  return page
}

beforeEach(() => translator.observe(document.body, { childList: true, subtree: true, characterData: true }))
afterEach(() => translator.disconnect())

const refusing =
  (code: 'service_unavailable'): FormAction =>
  (before) =>
    Promise.resolve({ ...before, attempt: before.attempt + 1, problem: { code, seconds: null } })

describe('a page that the browser translates', () => {
  it('reports a wrong password, and reveals it on request', async () => {
    const user = userEvent.setup()
    const refuse = (state: SignInState): Promise<SignInState> =>
      Promise.resolve({ ...state, problem: { code: 'invalid_credentials' }, attempt: state.attempt + 1 })
    openTranslated('en', <SignInForm action={refuse} returnTo="/en/cabinet" resetHref="/password-reset" />)
    await user.type(screen.getByLabelText('Email'), 'trader@buyer.ua')
    await user.type(screen.getByLabelText('Password'), 'wrong')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(await screen.findByText('Incorrect login or password')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Show password' }))
    await user.clear(screen.getByLabelText('Email'))
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(await screen.findByText('Enter your email')).toBeVisible()
  })

  it('shows and clears the faults of a registration', async () => {
    const user = userEvent.setup()
    openTranslated(
      'en',
      <Registration
        register={refusing('service_unavailable')}
        resend={refusing('service_unavailable')}
        head={null}
        foot={null}
      />,
    )
    await user.type(screen.getByLabelText('Password'), 'qwertyuiop')
    await user.type(screen.getByLabelText('Password'), 'three unrelated words')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    expect(screen.getByLabelText('Full name')).toHaveAccessibleDescription(/Required field/)
    await user.type(screen.getByLabelText('Full name'), 'Buyer LLC')
    expect(screen.getByLabelText('Full name')).toHaveAccessibleDescription('As in the state register')
  })

  it('shows a button’s spinner and an auction’s state', () => {
    const piece = (pending: boolean, state: 'planned' | 'running') => (
      <>
        <Button pending={pending} pendingLabel="Sending">
          Send
        </Button>
        <StatePill state={state}>{state}</StatePill>
      </>
    )
    const { rerender } = openTranslated('en', piece(false, 'planned'))
    rerender(piece(true, 'running'))
    translate(document.body)
    rerender(piece(false, 'planned'))
    expect(screen.getByRole('button')).toHaveTextContent('Send')
    expect(screen.getByText('planned')).toBeVisible()
  })

  it('accepts files and messages in the cabinet', async () => {
    const user = userEvent.setup()
    openTranslated(
      'en',
      <>
        <DocumentsReview documents={[]} />
        <Feedback history={{ messages: [], cursor: null }} />
      </>,
    )
    await user.upload(screen.getByLabelText('File'), new File(['x'], 'charter.pdf', { type: 'application/pdf' }))
    await user.click(await screen.findByRole('button', { name: 'Remove: charter.pdf' }))
    await user.click(screen.getByRole('button', { name: 'Send' }))
    expect(await screen.findByText('Enter a subject')).toBeVisible()
    await user.type(screen.getByLabelText('Subject'), 'Loading')
    expect(screen.queryByText('Enter a subject')).toBeNull()
  })
})
