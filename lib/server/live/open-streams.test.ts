import { describe, expect, it } from '@jest/globals'
import { OpenStreams } from './notifications'

describe('open streams', () => {
  it('are as many as may be for each, and one that leaves makes room', () => {
    const streams = new OpenStreams(2)
    expect(['a', 'a', 'a', 'b'].map((whose) => streams.enter(whose))).toEqual([true, true, false, true])
    streams.leave('a')
    expect([streams.enter('a'), streams.enter('a')]).toEqual([true, false])
  })
})
