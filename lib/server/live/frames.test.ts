import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, it } from '@jest/globals'
import { NodeSink } from './frames'

it('leaves no listeners behind after waiting for a slow reader', async () => {
  const response = Object.assign(new EventEmitter(), { writableNeedDrain: true })
  const sink = new NodeSink(response as unknown as ServerResponse)
  for (let time = 0; time < 3; time += 1) {
    const waits = [sink.drained(), sink.drained()]
    expect([response.listenerCount('drain'), response.listenerCount('close')]).toEqual([1, 1])
    response.emit('drain')
    await Promise.all(waits)
    expect([response.listenerCount('drain'), response.listenerCount('close')]).toEqual([0, 0])
  }
})

it('stops waiting for a reader that has gone', async () => {
  const response = Object.assign(new EventEmitter(), { writableNeedDrain: true })
  const waiting = new NodeSink(response as unknown as ServerResponse).drained()
  response.emit('close')
  await expect(waiting).resolves.toBeUndefined()
})
