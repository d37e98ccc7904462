import { describe, expect, it } from '@jest/globals'
import { readProtocol } from './check'

describe('a protocol as text', () => {
  it('is the document, or the only content of `data`', () => {
    expect(readProtocol('{"entries":[]}')).toEqual({ entries: [] })
    expect(readProtocol('{ "data" : {"entries":[]} }')).toEqual({ entries: [] })
  })

  it('keeps fields beside `data`, so that the check covers everything that is shown', () => {
    const both = { auction: 'forged', data: { auction: 'real' } }
    expect(readProtocol(JSON.stringify(both))).toEqual(both)
  })

  it.each(['{"a":1,"a":2}', '{"data":{"a":[{"b":1,"\\u0062":2}]}}', '{"data":1,"d\\u0061ta":2}'])(
    'is refused if an object repeats a name: %s',
    (text) => {
      expect(() => readProtocol(text)).toThrow('An object repeats a name')
    },
  )

  it('distinguishes texts from names', () => {
    const text = '{"a":"\\"b\\":","c":["d:"],"":{}}'
    expect(readProtocol(text)).toEqual(JSON.parse(text))
  })
})
