import { expect, test as base, type BrowserContext } from '@playwright/test'

let errors: string[] = []
let ignoredError: RegExp | null = null

/** From here to the end of the test, errors that match are ignored. */
export function expectOnConsole(error: RegExp): void {
  ignoredError = error
}

/** Collects the console errors of a context's pages. The fixture below does so for the test's own context only. */
export function watchConsole(context: BrowserContext): void {
  context.on('console', (message) => {
    const { url } = message.location()
    if (message.type() === 'error' && !isExpected(message.text())) errors.push(`${message.text()} (${url})`)
  })
  context.on('weberror', (error) => {
    const { message } = error.error()
    if (!ignoredError?.test(message)) errors.push(message)
  })
}

/** The browser reports every refused or dropped request as an error, but tests refuse and drop requests on purpose. */
function isExpected(text: string): boolean {
  if (ignoredError?.test(text)) return true
  return /status of (4\d\d|503)|net::ERR_(INTERNET_DISCONNECTED|NETWORK_CHANGED|INCOMPLETE_CHUNKED_ENCODING|ABORTED)/.test(
    text,
  )
}

/** Playwright's `test`, which fails when a page logs or throws an error. */
export const test = base.extend<{ quietConsole: void }>({
  quietConsole: [
    async ({ context }, use) => {
      errors = []
      ignoredError = null
      watchConsole(context)
      await use()
      expect(errors, 'errors on the console').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }
