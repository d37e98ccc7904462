import { describe, expect, it } from '@jest/globals'
import { countdownParts, formatChange, formatPercent, formatFileSize, formatPhone } from '@/lib/i18n/formats'
import {
  formatDate,
  formatDateTime,
  formatDayTime,
  formatSecondBeside,
  formatShortDay,
  formatTime,
  formatTimeWithSeconds,
} from './formats'
import { formatCount, formatNumber } from '@/lib/i18n/numbers'

describe('numbers', () => {
  it('are written in the mask 0,0.00 with a space between thousands', () => {
    expect(formatNumber(18420.5, 'uk')).toBe('18\u00A0420,50')
    expect(formatNumber(18420.5, 'en')).toBe('18\u00A0420.50')
    expect(formatCount(18420, 'ru')).toBe('18\u00A0420')
  })

  it('have a percent sign with a space before it, but not in English', () => {
    expect([formatPercent('2.50', 'uk'), formatPercent('3.00', 'ru')]).toEqual(['2,5\u00A0%', '3\u00A0%'])
    expect(formatPercent('2.50', 'en')).toBe('2.5%')
  })

  it('show the sign of a change', () => {
    expect(formatChange('4.7', 'uk')).toBe('+4,7\u00A0%')
    expect(formatChange('-1.2', 'en')).toBe('−1.2%')
    expect(formatChange('0.0', 'en')).toBe('0.0%')
  })
})

describe('phone numbers', () => {
  it.each([
    ['+380441234567', '+380 44 123 45 67'],
    ['+380441234567 ext. 12', '+380 44 123 45 67 ext. 12'],
    ['+48221234567', '+48221234567'],
  ])('are grouped for reading: %s', (phone, written) => {
    expect(formatPhone(phone).replaceAll('\u00A0', ' ')).toBe(written)
  })
})

describe('the size of a file', () => {
  it.each([
    [1, 'uk', '1\u00A0КБ'],
    [19_400, 'en', '19\u00A0KB'],
    [1_048_575, 'ru', '1\u00A0024\u00A0КБ'],
    [1_572_864, 'uk', '1,5\u00A0МБ'],
    [26_214_400, 'en', '25\u00A0MB'],
  ] as const)('%s bytes, in %s', (bytes, locale, written) => {
    expect(formatFileSize(bytes, locale)).toBe(written)
  })
})

describe('instants', () => {
  const winter = '2026-11-24T08:00:07.000Z'
  const summer = '2026-07-01T21:30:00.000Z'

  it('are shown in Kyiv, in winter and in summer time', () => {
    expect(formatTime(winter, 'uk')).toBe('10:00')
    expect(formatTimeWithSeconds(winter, 'uk')).toBe('10:00:07')
    expect(formatDateTime(summer, 'en')).toBe('02/07/2026, 00:30')
  })

  it('include the day if it differs from the other instant’s', () => {
    expect(formatSecondBeside(winter, '2026-11-24T21:59:59.000Z', 'uk')).toBe('10:00:07')
    expect(formatSecondBeside(winter, '2026-11-24T22:00:00.000Z', 'uk')).toBe('24\u00A0листопада, 10:00:07')
    expect(formatShortDay(winter, 'uk')).toBe('24\u00A0лист.')
    expect(formatShortDay(winter, 'en')).toBe('24\u00A0Nov')
  })

  it('name months in the page’s language', () => {
    expect(formatDayTime(winter, 'uk')).toBe('24\u00A0листопада, 10:00')
    expect(formatDayTime(winter, 'en')).toBe('24\u00A0November, 10:00')
    expect(formatDayTime(winter, 'ru')).toBe('24\u00A0ноября, 10:00')
    expect(formatDate(winter, 'uk')).toBe('24\u00A0листопада 2026\u00A0р.')
    expect(formatDate(winter, 'en')).toBe('24\u00A0November 2026')
  })
})

describe('a countdown', () => {
  it('has minutes and seconds, from one hour on also hours, and separate days', () => {
    expect(countdownParts(768_000)).toEqual({ days: 0, clock: '12:48' })
    expect(countdownParts(4_368_000)).toEqual({ days: 0, clock: '1:12:48' })
    expect(countdownParts(2 * 86_400_000 + 61_000)).toEqual({ days: 2, clock: '0:01:01' })
  })

  it('shows 00:00 only when it is over', () => {
    expect(countdownParts(1).clock).toBe('00:01')
    expect(countdownParts(0).clock).toBe('00:00')
    expect(countdownParts(-5000).clock).toBe('00:00')
  })
})
