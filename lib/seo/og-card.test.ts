import { describe, expect, it } from '@jest/globals'
import PDFDocument from 'pdfkit'
import { renderToStaticMarkup } from 'react-dom/server'
import { ogCard } from './og-card'

/** What the card shows of a text. */
function shown(text: string): string {
  const markup = renderToStaticMarkup(ogCard({ label: text, title: '', details: [], company: '' }))
  const drawn = />([^<>]+)<\/div>/.exec(markup)?.[1] ?? ''
  return drawn.replace(/&(lt|gt|amp|quot|#x27);/g, (entity) => ENTITIES[entity] ?? '')
}
const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"', '&#x27;': "'" }

describe('the text of a picture for social networks', () => {
  it.each(['Зв’язок і звʼязок', '„Лиманська“ ‚A‘', 'Łódź', '5 °C, −5 °C, 100 ₴', '«A» & <B> “C”'])(
    'keeps %s',
    (text) => {
      expect(shown(text)).toBe(text)
    },
  )

  it.each([400, 600, 700])('has no character that the font of weight %i lacks', (weight) => {
    const { _font: used } = new PDFDocument({ font: `lib/fonts/onest-${weight}.ttf` }) as unknown as {
      _font: { font: { hasGlyphForCodePoint(code: number): boolean } }
    }
    const all = Array.from({ length: 0xd7_e0 }, (_, index) => String.fromCharCode(index + 0x20)).join('')
    const missing = [...shown(all)].filter((sign) => !used.font.hasGlyphForCodePoint(sign.charCodeAt(0)))
    expect(missing).toEqual([])
    expect(shown('\u00AD\u202FA\nB')).toBe(' A B')
  })
})
