import puppeteer, { type ElementHandle } from 'puppeteer-core'
import type { Driver } from './page'

/** Firefox over WebDriver BiDi. Visitors share neither cookies nor a window. */
export async function startFirefox(executablePath: string) {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    defaultViewport: { width: 1280, height: 900 },
    timeout: 120_000,
    protocolTimeout: 300_000,
  })
  const errors: string[] = []
  return {
    async open(): Promise<Driver<ElementHandle<Element>>> {
      const context = await browser.createBrowserContext()
      const page = await context.newPage({ type: 'window' })
      page.on('pageerror', (error) => {
        const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined }
        // Firefox rejects pending requests when a page is left.
        if (!message.includes('NetworkError when attempting to fetch'))
          errors.push(`${page.url()}: ${stack ?? message}`)
      })
      return {
        async goto(url) {
          await page.goto(url, { timeout: 120_000 })
        },
        evaluate: (expression) => page.evaluate(expression),
        find: async (expression) =>
          (await page.evaluateHandle(expression)).asElement() as ElementHandle<Element> | null,
        click: (element) => element.click(),
        type: (_element, text) => page.keyboard.type(text),
        attach: (element, paths) => (element as ElementHandle<HTMLInputElement>).uploadFile(...paths),
      }
    },
    errors,
    close: () => browser.close(),
  }
}
