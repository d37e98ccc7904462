import { describe, expect, it } from '@jest/globals'
import { decodeCursor, InvalidCursor, pageOf } from './keyset'

const cursorOf = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('a position in a list', () => {
  it('survives encoding and decoding', () => {
    const { next_cursor: cursor } = pageOf(
      [
        { at: 1_795_300_000_000, id: 7 },
        { at: 0, id: 0 },
      ],
      1,
      ({ at, id }) => [at, id],
      ({ id }) => id,
    )
    expect(decodeCursor(cursor ?? '', ['instant', 'id'])).toEqual([1_795_300_000_000, 7])
    expect(decodeCursor(undefined, ['id'])).toBeNull()
  })

  it.each([[[1.5]], [[1e19]], [[2 ** 31]], [['1']], [[1, 1]], [[]], ['x'], [null], [[null]], [[true]]])(
    'is refused if it is %j',
    (value) => {
      expect(() => decodeCursor(cursorOf(value), ['id'])).toThrow(InvalidCursor)
    },
  )

  it('is refused if it is not JSON, a day or an instant', () => {
    expect(() => decodeCursor('!', ['id'])).toThrow(InvalidCursor)
    expect(() => decodeCursor(cursorOf(['2026-02-31']), ['day'])).toThrow(InvalidCursor)
    expect(() => decodeCursor(cursorOf(['0000-01-01']), ['day'])).toThrow(InvalidCursor)
    expect(() => decodeCursor(cursorOf(['yesterday']), ['isoInstant'])).toThrow(InvalidCursor)
    expect(() => decodeCursor(cursorOf(['0000-01-01T00:00:00Z']), ['isoInstant'])).toThrow(InvalidCursor)
    expect(() => decodeCursor(cursorOf([1e15]), ['instant'])).toThrow(InvalidCursor)
  })
})
