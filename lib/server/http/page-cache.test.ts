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
async function start({ isRendering }: { isRendering: boolean }) {
  let failures = 0
  const invalidations: string[] = []
  let onInvalidation = (): void => undefined
  server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      invalidations.push(`${String(request.headers['x-revalidation-secret'])} ${body}`)
      failures -= 1
      response.writeHead(failures >= 0 ? 500 : 204).end()
    })
  })
  const listening = server
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const cache = createPageCache({ secret: 's', log: pino({ level: 'silent' }), retryFrom: 1 })
  const { port } = listening.address() as AddressInfo
  cache.setOrigin(`http://127.0.0.1:${port}`, {
    invalidate(urgency: Urgency) {
      invalidations.push(urgency)
      onInvalidation()
      return isRendering
    },
  })
  const nextInvalidation = () => new Promise<void>((resolve) => (onInvalidation = resolve))
  await nextInvalidation()
  if (isRendering) await nextInvalidation()
  const first = invalidations.splice(0)
  return { cache, invalidations, first, nextInvalidation, failTimes: (times: number) => void (failures = times) }
}

describe('createPageCache', () => {
  it('drops pages of an earlier process at the start, which may come from another database', async () => {
    const { first } = await start({ isRendering: false })
    expect(first).toEqual([`s {"tags":${JSON.stringify(Object.values(CACHE_TAGS))}}`, 'edited'])
  })

  it('drops finished pages after notifying Next, more gently after a bid', async () => {
    const { cache, invalidations, nextInvalidation } = await start({ isRendering: false })
    cache.expire('auctions', 'moved')
    await nextInvalidation()
    cache.expire('auctions', 'moved')
    cache.expire('pages', 'edited')
    await nextInvalidation()
    cache.expire('news', 'missed')
    cache.expire('auctions', 'moved')
    await nextInvalidation()
    const sent = ['s {"tags":["auctions"]}', 'moved', 's {"tags":["auctions","pages"]}', 'edited']
    expect(invalidations).toEqual([...sent, 's {"tags":["news","auctions"]}', 'missed'])
  })

  it('retries an invalidation until Next accepts it', async () => {
    const { cache, invalidations, nextInvalidation, failTimes } = await start({ isRendering: false })
    failTimes(2)
    cache.expire('news', 'edited')
    for (let time = 0; time < 3; time += 1) await nextInvalidation()
    expect(invalidations).toEqual([
      's {"tags":["news"]}',
      'edited',
      's {"tags":["news"]}',
      'edited',
      's {"tags":["news"]}',
      'edited',
    ])
  })

  it('repeats an invalidation if pages were being rendered', async () => {
    const { cache, invalidations, nextInvalidation } = await start({ isRendering: true })
    cache.expire('news', 'edited')
    await nextInvalidation()
    await nextInvalidation()
    expect(invalidations).toEqual(['s {"tags":["news"]}', 'edited', 's {"tags":["news"]}', 'edited'])
  })
})
