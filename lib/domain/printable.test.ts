import { describe, expect, it } from '@jest/globals'
import PDFDocument from 'pdfkit'
import { isPrintable, printableText } from './printable'

describe('the text of documents', () => {
  it.each([
    'не‑більше 5 °C, H₂S ≤ 7 мг/м³, метан ≥ 92 %, ≈ 10 ‰',
    'точка А → точка Б ← назад, Δp = 2 кПа, Ω, π, α, ✓ ☎',
    'Зв’язок і звʼязок, „Лиманська“, Łódź, Société, Αθήνα, № 5, −5 °C, 100 ₴, Ґ',
    'a\nb',
  ])('keeps %s', (text) => {
    expect(printableText(text)).toBe(text)
    expect(isPrintable(text)).toBe(true)
  })

  it('composes accents, and drops what is invisible', () => {
    expect(printableText('Київ, пере\u00ADнос, нуль\u200Bшир, \uFEFFA\u200E\uFE0F\u0007'.normalize('NFD'))).toBe(
      'Київ, перенос, нульшир, A',
    )
  })

  it('spells letters of other scripts, and keeps a typed spelling', () => {
    expect(printableText('東 🔥 [U+6771]')).toBe('[U+6771] [U+1F525] [U+6771]')
    expect([isPrintable('東'), isPrintable('[U+6771]'), isPrintable('a\u3000b\t')]).toEqual([false, true, true])
    expect(printableText('a\u3000b\tc\u0085d')).toBe('a b c d')
  })

  it.each([400, 600, 700])('has no letter that the font of weight %i lacks, and spells none that it has', (weight) => {
    const { _font: used } = new PDFDocument({ font: `lib/fonts/print-${weight}.ttf` }) as unknown as {
      _font: { font: { hasGlyphForCodePoint(code: number): boolean } }
    }
    const hasGlyph = (letter: string) => used.font.hasGlyphForCodePoint(letter.codePointAt(0)!)
    const letters = Array.from({ length: 0xff_e0 }, (_, index) => String.fromCodePoint(index + 0x20)).filter(
      (letter) =>
        letter === letter.normalize('NFC') && !/[\p{Cs}\p{Cc}\p{Cf}\p{Z}\p{Variation_Selector}]/u.test(letter),
    )
    const printed = letters.flatMap((letter) => [...printableText(letter)])
    expect(printed.filter((letter) => !hasGlyph(letter))).toEqual([])
    const spelled = letters.filter((letter) => printableText(letter).startsWith('[U+'))
    expect(spelled.filter(hasGlyph)).toEqual([])
  })
})
