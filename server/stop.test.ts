import { expect, it, jest } from '@jest/globals'
import { createStop, STOP_WITHIN_MS } from './stop'

it('stops within its bound even if every part hangs, and the database last', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined)
  const steps: string[] = []
  const hang = (part: string) => () => {
    steps.push(part)
    return new Promise<void>(() => undefined)
  }
  let now = 1_000
  const timing = {
    now: () => now,
    async wait(milliseconds: number) {
      now += milliseconds
    },
  }
  const http = { refuseNew: () => void steps.push('requests'), idle: hang('idle'), closeAll: hang('connections') }
  await createStop(
    {
      http,
      portal: { stop: hang('portal') } as never,
      site: { close: hang('site') } as never,
      closeCms: hang('back office'),
      database: { stop: async () => void steps.push(`database after ${now - 1_000} ms`) } as never,
    },
    timing,
  )()
  expect(steps).toEqual([
    'requests',
    'idle',
    'portal',
    'connections',
    'site',
    'back office',
    `database after ${STOP_WITHIN_MS} ms`,
  ])
})
