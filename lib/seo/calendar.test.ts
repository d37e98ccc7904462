import { describe, expect, it } from '@jest/globals'
import type { AuctionSummary } from '@/lib/contract/auctions'
import { calendarText } from './feeds'

const auction = {
  id: 35,
  number: 40,
  title: 'Condensate, «Lymanska»; 500 t',
  state: 'planned',
  application_deadline: '2026-11-23T08:00:00.000Z',
  starts_at: '2026-11-24T08:00:00.000Z',
  ends_at: '2026-11-24T09:00:00.000Z',
  effective_end: '2026-11-24T09:06:00.000Z',
  changed_at: '2026-11-20T12:00:00.000Z',
} as AuctionSummary
const texts = {
  name: 'Auctions',
  company: 'Gas LLC',
  language: 'en' as const,
  deadline: 'Applications close',
  origin: 'https://gas.example',
  addressOf: () => 'https://gas.example/en/auctions/condensate/lot-35',
  descriptionOf: () => 'Gas condensate · 500 t',
}
/** Lines are folded at 75 octets (RFC 5545, 3.1). */
const linesOf = (auctions: AuctionSummary[]) =>
  calendarText(auctions, texts)
    .replace(/\r\n[ \t]/g, '')
    .split('\r\n')

describe('a calendar of auctions', () => {
  it('contains instants in UTC, so that programs convert them to any time zone', () => {
    const lines = linesOf([auction])
    expect(lines.filter((line) => line.startsWith('DT') && !line.startsWith('DTSTAMP'))).toEqual([
      'DTSTART:20261124T080000Z',
      'DTEND:20261124T090600Z',
      'DTSTART:20261123T074500Z',
      'DTEND:20261123T080000Z',
    ])
    expect(lines.join()).not.toContain('TZID')
  })

  it('is valid: a name, stable identifiers, escaped texts, folded lines', () => {
    const lines = linesOf([auction])
    expect(lines[0]).toBe('BEGIN:VCALENDAR')
    expect(lines).toContain('X-WR-CALNAME:Auctions')
    expect(lines).toContain('UID:auction-35@gas.example')
    expect(lines).toContain('UID:auction-35-deadline@gas.example')
    expect(lines).toContain('SUMMARY:No.\u00A040 · Condensate\\, «Lymanska»\\; 500 t')
    expect(lines).toContain('URL;VALUE=URI:https://gas.example/en/auctions/condensate/lot-35')
    for (const line of calendarText([auction], texts).split('\r\n'))
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  })

  it('is valid while the company has no name yet', () => {
    expect(calendarText([auction], { ...texts, name: '', company: '' })).toContain(
      'PRODID:-//gas.example//auctions//EN',
    )
  })

  it('removes a cancelled auction from calendars, and its deadline with it', () => {
    const lines = linesOf([{ ...auction, state: 'cancelled' }])
    expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(2)
    expect(lines.filter((line) => line === 'STATUS:CANCELLED')).toHaveLength(2)
  })

  it('increases the sequence number with every change, so that calendars update', () => {
    const sequenceOf = (changes: Partial<AuctionSummary>) => {
      const numbers = linesOf([{ ...auction, ...changes }]).filter((line) => line.startsWith('SEQUENCE:'))
      expect(numbers).toHaveLength(2)
      return Number(numbers[0]?.slice('SEQUENCE:'.length))
    }
    const before = sequenceOf({})
    expect(
      sequenceOf({ starts_at: '2026-11-25T08:00:00.000Z', changed_at: '2026-11-20T12:00:01.000Z' }),
    ).toBeGreaterThan(before)
    expect(sequenceOf({ effective_end: '2026-11-24T09:09:00.000Z' })).toBeGreaterThan(before)
    expect(before).toBeLessThan(2 ** 31)
  })
})
