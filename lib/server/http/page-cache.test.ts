import { afterEach, describe, expect, it } from '@jest/globals'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { CACHE_TAGS } from '@/lib/config/constants'
import { createPageCache, type Urgency } from '@/lib/server/http/page-cache'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** A site that records its invalidations, and finished pages that record when they are dropped. */
async function start({ making }: { making: boolean }) {
  let refusals = 0
  const told: string[] = []
  let heard = (): void => undefined
  server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      told.push(`${String(request.headers['x-revalidation-secret'])} ${body}`)
      refusals -= 1
      response.writeHead(refusals >= 0 ? 500 : 204).end()
    })
  })
  const listening = server
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const cache = createPageCache({ secret: 's', log: pino({ level: 'silent' }), retryFrom: 1 })
  const { port } = listening.address() as AddressInfo
  cache.setOrigin(`http://127.0.0.1:${port}`, {
    invalidate(urgency: Urgency) {
      told.push(urgency)
      heard()
      return making
    },
  })
  const forgotten = () => new Promise<void>((resolve) => (heard = resolve))
  await forgotten()
  if (making) await forgotten()
  const first = told.splice(0)
  return { cache, told, first, forgotten, refuse: (times: number) => void (refusals = times) }
}

describe('createPageCache', () => {
  it('drops pages of an earlier process at the start, which may come from another database', async () => {
    const { first } = await start({ making: false })
    expect(first).toEqual([`s {"tags":${JSON.stringify(Object.values(CACHE_TAGS))}}`, 'edited'])
  })

  it('drops finished pages after notifying Next, more gently after a bid', async () => {
    const { cache, told, forgotten } = await start({ making: false })
    cache.expire('auctions', 'moved')
    await forgotten()
    cache.expire('auctions', 'moved')
    cache.expire('pages', 'edited')
    await forgotten()
    cache.expire('news', 'missed')
    cache.expire('auctions', 'moved')
    await forgotten()
    const sent = ['s {"tags":["auctions"]}', 'moved', 's {"tags":["auctions","pages"]}', 'edited']
    expect(told).toEqual([...sent, 's {"tags":["news","auctions"]}', 'missed'])
  })

  it('retries until Next accepts it', async () => {
    const { cache, told, forgotten, refuse } = await start({ making: false })
    refuse(2)
    cache.expire('news', 'edited')
    for (let time = 0; time < 3; time += 1) await forgotten()
    expect(told).toEqual([
      's {"tags":["news"]}',
      'edited',
      's {"tags":["news"]}',
      'edited',
      's {"tags":["news"]}',
      'edited',
    ])
  })

  it('repeats it if pages were being rendered', async () => {
    const { cache, told, forgotten } = await start({ making: true })
    cache.expire('news', 'edited')
    await forgotten()
    await forgotten()
    expect(told).toEqual(['s {"tags":["news"]}', 'edited', 's {"tags":["news"]}', 'edited'])
  })
})
