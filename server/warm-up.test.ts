import { afterEach, describe, expect, it } from '@jest/globals'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { warmUp } from './warm-up'

let server: Server | undefined
afterEach(() => void server?.close())

/** A portal with such a sitemap; what it was asked for, and over what. */
async function portalWith(sitemap: string | null, answers = Number.POSITIVE_INFINITY) {
  const asked: string[] = []
  server = createServer((request, response) => {
    asked.push(`${String(request.headers['x-forwarded-proto'])} ${request.url}`)
    if (asked.length > answers) return void request.socket.destroy()
    if (request.url === '/sitemap.xml') response.writeHead(sitemap === null ? 503 : 200).end(sitemap ?? '')
    else response.end('page')
  })
  const listening = server
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  return { asked, origin: `http://127.0.0.1:${(listening.address() as AddressInfo).port}` }
}

const sitemapOf = (...paths: string[]) =>
  `<urlset>${paths.map((path) => `<url><loc>https://portal.example${path}</loc></url>`).join('')}</urlset>`

describe('the warm-up', () => {
  it('asks the process itself for each page of the sitemap, as over the address that people use', async () => {
    const { asked, origin } = await portalWith(sitemapOf('/', '/en', '/en/news'))
    await warmUp(origin, 'https://portal.example')
    expect(asked).toEqual(['https /sitemap.xml', 'https /', 'https /en', 'https /en/news'])
  })

  it('asks for so many pages at most', async () => {
    const { asked, origin } = await portalWith(sitemapOf(...Array.from({ length: 300 }, (_, index) => `/${index}`)))
    await warmUp(origin, 'https://portal.example')
    expect(asked).toHaveLength(201)
  })

  it('ends where the portal answers no more, or has no sitemap', async () => {
    const stopped = await portalWith(sitemapOf('/', '/en', '/ru'), 2)
    await warmUp(stopped.origin, 'https://portal.example')
    expect(stopped.asked).toHaveLength(3)
    server?.close()
    const away = await portalWith(null)
    await warmUp(away.origin, 'https://portal.example')
    expect(away.asked).toHaveLength(1)
  })
})
