import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { freePort } from '../portal'
import type { Driver } from './page'

/** In WebDriver's answers, an element is an object with this key. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const Reference = z.object({ [ELEMENT]: z.string() })
const Session = z.object({ sessionId: z.string() })
const Answer = z.object({ value: z.unknown() })
const Failure = z.object({ error: z.string(), message: z.string() })
const Outcome = z.object({ value: z.unknown(), error: z.string().optional() })
const START_TIMEOUT_MS = 60_000

/** WebKitGTK over WebDriver, on a virtual display. Each visitor gets a separate driver and browser. */
export async function startWebKit(programs: { driver: string; browser: string; display: string }) {
  const screen = spawn(programs.display, ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [number] = (await once(screen.stdio[3] as Readable, 'data')) as [Buffer]
  const display = `:${String(number).trim()}`
  const drivers: ChildProcess[] = []
  const sessions: (() => Promise<void>)[] = []
  return {
    async open(): Promise<Driver<string>> {
      const port = await freePort()
      // As root the sandbox needs a user namespace, which containers do not allow.
      const env = { ...process.env, DISPLAY: display, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }
      drivers.push(spawn(programs.driver, [`--port=${port}`], { stdio: 'ignore', env }))
      const send = createSender(`http://127.0.0.1:${port}`)
      await waitForDriver(() => send('GET', '/status'))
      const options = { binary: programs.browser, args: ['--automation'] }
      const { sessionId } = Session.parse(
        await send('POST', '/session', { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } } }),
      )
      const session = `/session/${sessionId}`
      sessions.push(async () => void (await send('DELETE', session)))
      await send('POST', `${session}/timeouts`, { script: 60_000, pageLoad: 120_000 })
      await send('POST', `${session}/window/rect`, { width: 1280, height: 900 })
      const run = async (expression: string) => {
        const script = `const done = arguments[0]; Promise.resolve().then(() => (${expression})).then((value) => done({ value }), (error) => done({ error: String(error) }))`
        const { value, error } = Outcome.parse(await send('POST', `${session}/execute/async`, { script, args: [] }))
        if (error !== undefined) throw new Error(error)
        return value
      }
      return {
        goto: async (url) => void (await send('POST', `${session}/url`, { url })),
        evaluate: run,
        find: async (expression) => Reference.safeParse(await run(expression)).data?.[ELEMENT] ?? null,
        click: async (element) => void (await send('POST', `${session}/element/${element}/click`, {})),
        type: async (element, text) => void (await send('POST', `${session}/element/${element}/value`, { text })),
        attach: async (element, paths) =>
          void (await send('POST', `${session}/element/${element}/value`, { text: paths.join('\n') })),
      }
    },
    errors: [] as string[],
    async close() {
      await Promise.allSettled(sessions.map((end) => end()))
      for (const process of [...drivers, screen]) process.kill()
    },
  }
}

function createSender(origin: string) {
  return async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(origin + path, { method, ...(body && { body: JSON.stringify(body) }) })
    const { value } = Answer.parse(await response.json())
    const failure = Failure.safeParse(value)
    if (!response.ok)
      throw new Error(failure.data ? `${failure.data.error}: ${failure.data.message}` : response.statusText)
    return value
  }
}

async function waitForDriver(probe: () => Promise<unknown>): Promise<void> {
  const end = performance.now() + START_TIMEOUT_MS
  while (performance.now() < end) {
    const answered = await probe().then(
      () => true,
      () => false,
    )
    if (answered) return
    await delay(100)
  }
  throw new Error('WebKit’s driver does not answer')
}
