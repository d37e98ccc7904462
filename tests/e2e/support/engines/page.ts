import type { ByRole, Found, Step } from './in-page'

/** The part of Playwright's `Locator` that a journey needs; in Chromium it is Playwright's own. */
export interface EngineLocator {
  first(): EngineLocator
  all(): Promise<EngineLocator[]>
  filter(options: { hasText: string | RegExp }): EngineLocator
  getByRole(role: ByRole, options?: RoleOptions): EngineLocator
  getByLabel(label: string | RegExp, options?: { exact?: boolean }): EngineLocator
  getByText(text: string | RegExp, options?: { exact?: boolean }): EngineLocator
  or(other: EngineLocator): EngineLocator
  click(): Promise<void>
  fill(text: string): Promise<void>
  check(): Promise<void>
  setInputFiles(files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void>
  waitFor(options?: { state?: 'visible' | 'hidden'; timeout?: number }): Promise<void>
  count(): Promise<number>
  isVisible(): Promise<boolean>
  getAttribute(name: string): Promise<string | null>
}

interface RoleOptions {
  name?: string | RegExp
  exact?: boolean
  includeHidden?: boolean
}

/** The part of Playwright's `Page` that a journey needs. */
export interface EnginePage extends Pick<EngineLocator, 'getByRole' | 'getByLabel' | 'getByText'> {
  goto(path: string): Promise<unknown>
  url(): string | Promise<string>
  evaluate<Argument, Result>(
    action: (argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ): Promise<Result>
}

/** A browser's actions, over its own protocol. */
export interface Driver<Element> {
  goto(url: string): Promise<void>
  /** Evaluates an expression in the page, awaits it and returns its value. */
  evaluate(expression: string): Promise<unknown>
  /** Evaluates an expression in the page, awaits it and returns its element. */
  find(expression: string): Promise<Element | null>
  /** Clicks the element's centre with the pointer. */
  click(element: Element): Promise<void>
  /** Types on the keyboard; replaces the selection of the focused field. */
  type(element: Element, text: string): Promise<void>
  attach(element: Element, paths: readonly string[]): Promise<void>
}

/** Writes files to disk, where a browser can read them, and returns their paths. */
export type WriteFiles = (files: { name: string; buffer: Buffer }[]) => string[]

interface Environment {
  origin: string
  /** The source of in-page.ts, which defines `findInPage`. */
  finder: string
  keepFiles: WriteFiles
}

const ACTION_TIMEOUT_MS = 90_000
const POLL_INTERVAL_MS = 150

/** A page of any browser that can run an expression, click an element and type. */
export function createEnginePage<Element>(
  driver: Driver<Element>,
  { origin, finder, keepFiles: writeFiles }: Environment,
): EnginePage {
  async function runInPage(steps: readonly Step[], expression: string): Promise<unknown> {
    if ((await driver.evaluate('typeof findInPage')) === 'undefined') await driver.evaluate(`(() => { ${finder} })()`)
    return driver.evaluate(`findInPage(${JSON.stringify(steps)}).${expression}`)
  }

  /** Polls until `probe` returns neither null nor false. Retries after errors, because the page may be replaced meanwhile. */
  async function until<Value>(
    what: string,
    probe: () => Promise<Value | null | false>,
    timeout: number,
  ): Promise<Value> {
    const end = performance.now() + timeout
    let lastError = 'not found'
    while (performance.now() < end) {
      try {
        const value = await probe()
        if (value !== null && value !== false) return value
      } catch (error) {
        lastError = (error as Error).message
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))
    }
    throw new Error(
      `${what}: ${lastError}\n${String(await driver.evaluate('document.body.innerText').catch(() => ''))}`,
    )
  }

  const stepsOf = new WeakMap<EngineLocator, readonly Step[]>()
  function locate(steps: readonly Step[]): EngineLocator {
    const what = JSON.stringify(steps)
    const currentState = async () => (await runInPage(steps, 'seen()')) as Found
    const act = (action: (element: Element) => Promise<void>) =>
      until(
        what,
        async () => {
          // Polls from outside the page, because a script inside would die with a replaced page.
          if ((await runInPage(steps, 'ready()')) !== true) return false
          const element = await driver.find(`findInPage(${what}).one()`)
          if (element === null) return false
          await action(element)
          return true
        },
        ACTION_TIMEOUT_MS,
      )
    const locator: EngineLocator = {
      ...queries(steps),
      first: () => locate([...steps, { at: 0 }]),
      all: async () => Array.from({ length: (await currentState()).count }, (_, at) => locate([...steps, { at }])),
      filter: ({ hasText }) => locate([...steps, { hasText: plain(hasText) }]),
      or: (other) => locate([{ either: [steps, stepsOf.get(other) ?? []] }]),
      click: async () => {
        await act((element) => driver.click(element))
      },
      check: async () => {
        if ((await runInPage(steps, 'one()?.checked')) !== true) await act((element) => driver.click(element))
        await until(what, async () => (await runInPage(steps, 'one()?.checked')) === true, ACTION_TIMEOUT_MS)
      },
      fill: async (text) => {
        await act(async (element) => {
          await runInPage(steps, 'select()')
          await driver.type(element, text)
        })
      },
      setInputFiles: async (files) => {
        const element = await until(
          what,
          async () => {
            await runInPage(steps, 'seen()')
            return driver.find(`findInPage(${what}).one()`)
          },
          ACTION_TIMEOUT_MS,
        )
        await driver.attach(element, writeFiles(files))
      },
      waitFor: async ({ state = 'visible', timeout = ACTION_TIMEOUT_MS } = {}) => {
        await until(
          `${what} is not ${state}`,
          async () => (await currentState()).visible === (state === 'visible'),
          timeout,
        )
      },
      count: async () => (await currentState()).count,
      isVisible: async () => (await currentState()).visible,
      getAttribute: async (name) => {
        await until(what, async () => (await currentState()).count > 0, ACTION_TIMEOUT_MS)
        return (await runInPage(steps, `one().getAttribute(${JSON.stringify(name)})`)) as string | null
      },
    }
    stepsOf.set(locator, steps)
    return locator
  }

  function queries(steps: readonly Step[]): Pick<EngineLocator, 'getByRole' | 'getByLabel' | 'getByText'> {
    return {
      getByRole: (role, { name, exact, includeHidden } = {}) =>
        locate([...steps, { role, exact, includeHidden, ...(name !== undefined && { name: plain(name) }) }]),
      getByLabel: (label, { exact } = {}) => locate([...steps, { label: plain(label), exact }]),
      getByText: (text, { exact } = {}) => locate([...steps, { text: plain(text), exact }]),
    }
  }

  return {
    ...queries([]),
    goto: (path) => driver.goto(new URL(path, origin).href),
    url: async () => String(await driver.evaluate('location.href')),
    evaluate: async <Argument, Result>(action: (argument: Argument) => Result | Promise<Result>, argument: Argument) =>
      (await driver.evaluate(`(${String(action)})(${JSON.stringify(argument)})`)) as Result,
  }
}

function plain(text: string | RegExp): string | { source: string; flags: string } {
  return typeof text === 'string' ? text : { source: text.source, flags: text.flags }
}
