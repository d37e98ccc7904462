import { describe, expect, it } from '@jest/globals'
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

  it('has no letter that the fonts lack, for which the renderer would fetch one', () => {
    expect(shown('🔥 не‑менше\u00AD 20 т\n東')).toBe(' не‑менше 20 т ')
  })
})
