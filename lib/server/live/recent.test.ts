import { describe, expect, it } from '@jest/globals'
import type { EncodedEntry } from './public-events'
import { RecentEntries } from './recent'

function entry(seq: number, text = String(seq), masked: string | null = text): EncodedEntry {
  return { seq, full: Buffer.from(`${text} `), masked: masked === null ? null : Buffer.from(`${masked} `) }
}

const silent = (seq: number): EncodedEntry => ({ seq, full: null, masked: null })
const text = (bytes: Buffer | null) => bytes?.toString().trim() ?? null

describe('the recent entries of a log', () => {
  it('return the entries after a position in order', () => {
    const recent = new RecentEntries(10, 100)
    recent.append([entry(11), silent(12), entry(13)], null)
    expect(recent.head).toBe(13)
    expect(text(recent.after(10, 'full'))).toBe('11 13')
    expect(text(recent.after(11, 'full'))).toBe('13')
    expect(recent.after(13, 'full')).toBeNull()
  })

  it('return nothing for entries without events', () => {
    const recent = new RecentEntries(0, 100)
    recent.append([silent(1)], null)
    expect(recent.after(0, 'full')).toBeNull()
    expect(recent.head).toBe(1)
  })

  it('put the ranking only into the last bid', () => {
    const recent = new RecentEntries(0, 100)
    recent.append([entry(1), entry(2)], entry(2, '2+ranking'))
    expect(text(recent.after(0, 'full'))).toBe('1 2+ranking')
    recent.append([entry(3), entry(4)], entry(3, '3+ranking'))
    expect(text(recent.after(0, 'full'))).toBe('1 2 3+ranking 4')
  })

  it('separate the views', () => {
    const recent = new RecentEntries(0, 100)
    recent.append([entry(1, 'price', null), entry(2, 'end', 'end')], null)
    expect(text(recent.after(0, 'full'))).toBe('price end')
    expect(text(recent.after(0, 'masked'))).toBe('end')
  })

  it('build shared chunks once', () => {
    const recent = new RecentEntries(0, 100)
    recent.append([entry(1), entry(2)], null)
    expect(recent.after(0, 'full')).toBe(recent.after(0, 'full'))
  })

  it('are sent in chunks after a long gap: chunks are shared, and no position keeps a copy', () => {
    const recent = new RecentEntries(0, 1_000)
    recent.append(
      Array.from({ length: 200 }, (_, index) => entry(index + 1)),
      entry(200, '200+ranking'),
    )
    const texts: (string | null)[] = []
    for (let position = 5; position < recent.head;) {
      const piece = recent.next(position, 'full')
      expect(piece.position - position).toBeLessThanOrEqual(64)
      texts.push(text(piece.bytes))
      position = piece.position
    }
    expect(texts.join(' ')).toBe(text(recent.after(5, 'full')))
    expect(recent.next(64, 'full').bytes).toBe(recent.next(64, 'full').bytes)
    expect(recent.next(65, 'full').bytes).not.toBe(recent.next(65, 'full').bytes)
    recent.append([entry(201)], entry(201, '201+ranking'))
    expect(text(recent.next(192, 'full').bytes)?.split(' ').slice(-2)).toEqual(['200', '201+ranking'])
  })

  it('are bounded without gaps', () => {
    const recent = new RecentEntries(0, 3)
    for (let seq = 1; seq <= 20; seq += 1) {
      recent.append([entry(seq)], null)
      recent.trim()
    }
    expect(recent.head).toBe(20)
    expect(recent.floor).toBeGreaterThanOrEqual(14)
    expect(text(recent.after(recent.floor, 'full'))?.split(' ')).toHaveLength(20 - recent.floor)
    expect(text(recent.after(18, 'full'))).toBe('19 20')
    expect(() => recent.after(recent.floor - 1, 'full')).toThrow(RangeError)
  })

  it('return everything appended together, even beyond the limit, until they are trimmed', () => {
    const recent = new RecentEntries(0, 2)
    recent.append(
      Array.from({ length: 9 }, (_, index) => entry(index + 1)),
      null,
    )
    expect(text(recent.after(0, 'full'))).toBe('1 2 3 4 5 6 7 8 9')
    recent.trim()
    expect(recent.floor).toBe(7)
  })
})
