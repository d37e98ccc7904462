import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { render, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { SubscriptionPush } from '@/components/forms/subscription-form'
import { SignInForm } from '@/components/identity/sign-in-form'
import { soundChoice } from '@/components/auction/live/alerts'
import { ErrorView, ErrorTextsProvider } from '@/components/layout/error-view'
import { ThemeChoice } from '@/components/layout/header-parts'
import { ChunkReloadGuard } from '@/components/layout/chunk-reload-guard'
import { thisPage, reloadForChunk } from '@/lib/browser/reload-once'
import { draftOf, localStore, tabStore, textDraft } from '@/lib/browser/storage'
import { renderIn } from '@/tests/support/render-in'

const areas = ['localStorage', 'sessionStorage'] as const
const originals = areas.map((area) => Object.getOwnPropertyDescriptor(window, area))

/** A browser with blocked site data throws on access to the storage. */
function blockStorage(): void {
  for (const area of areas)
    Object.defineProperty(window, area, {
      configurable: true,
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    })
}

function unblockStorage(): void {
  for (const [index, area] of areas.entries()) {
    Reflect.deleteProperty(window, area)
    const original = originals[index]
    if (original) Object.defineProperty(window, area, original)
  }
}

describe('without storage', () => {
  beforeEach(blockStorage)
  afterEach(() => {
    unblockStorage()
    // Also from the page's memory, where blocked storage leaves them.
    for (const key of ['theme', 'auction-sound']) localStore.removeItem(key)
    delete document.documentElement.dataset.theme
  })

  it('values are kept in memory', () => {
    expect(localStore.setItem('theme', 'dark')).toBe(false)
    expect(localStore.getItem('theme')).toBe('dark')
    localStore.removeItem('theme')
    expect(localStore.getItem('theme')).toBeNull()
    soundChoice.set(true)
    expect(soundChoice.get()).toBe(true)
  })

  it('drafts last as long as the page', () => {
    const draft = textDraft('comment:1')
    draft.save('Typed')
    expect(draft.read()).toBe('Typed')
    draft.save('')
    expect(draft.read()).toBe('')
  })

  it('the sign-in page opens', () => {
    const page = renderIn(
      'en',
      <SignInForm action={(state) => Promise.resolve(state)} resetHref="/password-reset" returnTo="/en/cabinet" />,
    )
    expect(within(page.container).getByRole('button', { name: 'Sign in' })).toBeEnabled()
  })

  it('the client parts of the home page work', async () => {
    const page = renderIn(
      'en',
      <>
        <ThemeChoice />
        <ChunkReloadGuard />
        <SubscriptionPush kind="natural_gas" />
      </>,
    )
    const dark = within(page.container).getByRole('radio', { name: 'Dark theme' })
    await userEvent.click(dark)
    expect(dark).toBeChecked()
  })

  it('a failed page shows the error and does not reload for ever', () => {
    const lostChunk = Object.assign(new Error('Failed to load chunk 1'), { name: 'ChunkLoadError' })
    const texts = {
      heading: 'Not loaded',
      text: '',
      failed: '',
      silent: '',
      busy: '',
      home: 'Home',
      homeHref: '/',
      retry: 'Retry',
    }
    const page = render(
      <ErrorTextsProvider texts={texts}>
        <ErrorView error={lostChunk} retry={() => undefined} />
      </ErrorTextsProvider>,
    )
    expect(within(page.container).getByRole('alert')).toHaveTextContent('Not loaded')
    const reload = jest.fn()
    expect(reloadForChunk(lostChunk, { ...thisPage(), reload })).toBe(false)
    expect(reload).not.toHaveBeenCalled()
  })
})

it('a full store keeps the newer value in memory', () => {
  tabStore.setItem('text', 'old')
  const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError')
  })
  tabStore.setItem('text', 'new')
  full.mockRestore()
  expect(tabStore.getItem('text')).toBe('new')
  tabStore.removeItem('text')
  expect(window.sessionStorage.getItem('text')).toBeNull()
})

it('a stored value that is not a draft is ignored', () => {
  const draft = draftOf('numbers', (stored) => (typeof stored === 'number' ? stored : null))
  window.sessionStorage.setItem('numbers', '{broken')
  expect(draft.read()).toBeNull()
  window.sessionStorage.setItem('numbers', '"text"')
  expect(draft.read()).toBeNull()
})
