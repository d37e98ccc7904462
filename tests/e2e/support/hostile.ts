import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator, Page } from '@playwright/test'
import { answerHeaders } from '@/server/remote'

/** Wraps every text, present or later, in two `font` elements, as browsers do when they translate a page. */
export async function translatePage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const translate = (root: Node) => {
      const texts: Text[] = []
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      for (let node: Node | null = walker.currentNode; node !== null; node = walker.nextNode())
        if (node instanceof Text && isTranslatable(node)) texts.push(node)
      for (const text of texts) {
        const outer = document.createElement('font')
        const inner = document.createElement('font')
        inner.textContent = text.data
        outer.append(inner)
        text.replaceWith(outer)
      }
    }
    const isTranslatable = ({ data, parentElement }: Text) =>
      data.trim() !== '' &&
      parentElement !== null &&
      parentElement.closest('font, script, style, noscript, textarea, [translate="no"], .notranslate') === null
    const start = () => {
      translate(document.body)
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes) for (const node of addedNodes) if (node.isConnected) translate(node)
      }).observe(document.body, { childList: true, subtree: true })
    }
    addEventListener('load', start)
  })
}

/** Imitates a browser that blocks site data: storage throws, and cookies are empty. */
export async function blockStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    for (const area of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, area, { configurable: true, get: refuse })
    Object.defineProperty(document, 'cookie', { configurable: true, get: () => '', set() {} })
    Object.defineProperty(navigator, 'cookieEnabled', { configurable: true, get: () => false })
  })
}

/** Imitates a proxy that buffers event streams, with or without their headers. */
export async function bufferStreams(page: Page, chunks: 'body' | 'everything'): Promise<void> {
  await page.addInitScript((part) => {
    const original = window.fetch
    window.fetch = (input, init) => {
      const url = input instanceof Request ? input.url : String(input)
      if (!/\/events(\?|$)/.test(url)) return original(input, init)
      const signal = init?.signal ?? (input instanceof Request ? input.signal : null)
      return new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error))
        if (part === 'everything') return
        const body = new ReadableStream({
          start: (controller) => signal?.addEventListener('abort', () => controller.error(signal.reason)),
        })
        resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }))
      })
    }
  }, chunks)
}

/** Delays every script until the returned function is called. */
export async function delayScripts(page: Page): Promise<() => void> {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Sets a field's value as some password managers do, without the events of typing. */
export async function autofill(field: Locator, value: string): Promise<void> {
  await field.evaluate((element: HTMLInputElement, text) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, text)
  }, value)
}

/**
 * Imitates a sleeping laptop: the page is frozen and offline, and its monotonic clock stops while the device's clock continues.
 * The returned function wakes it up.
 */
export async function sleep(page: Page, milliseconds: number): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  await page.context().setOffline(true)
  await session.send('Page.setWebLifecycleState', { state: 'frozen' })
  return async () => {
    await page.evaluate((slept) => {
      const now = performance.now.bind(performance)
      performance.now = () => now() - slept
    }, milliseconds)
    await session.send('Page.setWebLifecycleState', { state: 'active' })
    await page.context().setOffline(false)
    await session.detach()
  }
}

/** A proxy in front of the portal that buffers each event stream until it ends. Everything else passes through. */
export async function openBufferingProxy(origin: string): Promise<{ origin: string; close(): void }> {
  const { host, hostname, port } = new URL(origin)
  const server = createServer((incoming, response) => {
    // The portal refuses calls from pages of another origin.
    const headers = { ...incoming.headers, host, ...(incoming.headers.origin && { origin }) }
    const upstream = request({ hostname, port, path: incoming.url, method: incoming.method, headers }, (answer) => {
      if (!answer.headers['content-type']?.startsWith('text/event-stream')) {
        response.writeHead(answer.statusCode ?? 502, answerHeaders(answer.rawHeaders))
        answer.pipe(response)
        return
      }
      const chunks: Buffer[] = []
      answer.on('data', (part: Buffer) => chunks.push(part))
      answer.on('end', () =>
        response.writeHead(answer.statusCode ?? 502, answerHeaders(answer.rawHeaders)).end(Buffer.concat(chunks)),
      )
    })
    upstream.on('error', () => response.destroy())
    response.on('close', () => upstream.destroy())
    incoming.pipe(upstream)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
