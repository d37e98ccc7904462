import { describe, expect, it } from '@jest/globals'
import { richTextToHtml } from '@/lib/server/content/rich-text'

const text = (content: unknown, format = 0) => ({ type: 'text', text: content, format })
const html = (...children: unknown[]) => richTextToHtml({ root: { type: 'root', children } })
const link = (url: unknown, rest: object = {}) =>
  html({ type: 'link', fields: { url, ...rest }, children: [text('далі')] })

describe('rich text as HTML', () => {
  it('has an element for each feature of the editor', () => {
    expect(
      html(
        { type: 'heading', tag: 'h3', children: [text('Умови')] },
        {
          type: 'paragraph',
          children: [text('важливо', 1), { type: 'linebreak' }, text('H'), text('2', 32), text('O')],
        },
        { type: 'list', tag: 'ol', children: [{ type: 'listitem', children: [text('перше')] }] },
        { type: 'quote', children: [text('слова')] },
        { type: 'horizontalrule' },
      ),
    ).toBe(
      '<h3>Умови</h3><p><strong>важливо</strong><br>H<sub>2</sub>O</p><ol><li>перше</li></ol><blockquote>слова</blockquote><hr>',
    )
  })

  it('links to other sites without giving them access to the page', () => {
    expect(link('https://rada.gov.ua/a?b=1&c=2', { newTab: true })).toBe(
      '<a href="https://rada.gov.ua/a?b=1&amp;c=2" target="_blank" rel="noopener noreferrer">далі</a>',
    )
    expect(link('/shop')).toBe('<a href="/shop">далі</a>')
  })

  it.each([
    ['info@company.ua', 'mailto:info@company.ua'],
    ['www.company.ua/a', 'https://www.company.ua/a'],
    ['/новини', '/новини'],
    ['#умови', '#умови'],
  ])('links %s to %s', (url, href) => {
    expect(link(url)).toContain(`<a href="${href}"`)
  })

  it('has no element for an empty line', () => {
    expect(html({ type: 'paragraph', children: [] })).toBe('')
  })
})

describe('hostile rich text', () => {
  it('is escaped', () => {
    expect(html({ type: 'paragraph', children: [text('<img src=x onerror=alert(1)>"\'&')] })).toBe(
      '<p>&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;</p>',
    )
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//elsewhere.example',
    '/\\elsewhere.example',
    '\\\\elsewhere.example',
    'file:///etc/passwd',
    '',
    7,
    null,
    {},
    'relative',
  ])('loses a link to %j, but not the text of the link', (url) => {
    expect(link(url)).toBe('далі')
  })

  it('cannot leave an attribute', () => {
    expect(link('https://x.example/"onmouseover="alert(1)')).toBe(
      '<a href="https://x.example/&quot;onmouseover=&quot;alert(1)" rel="noopener noreferrer">далі</a>',
    )
  })

  it('cannot name an element', () => {
    expect(html({ type: 'heading', tag: 'script', children: [text('x')] })).toBe('<h2>x</h2>')
    expect(html({ type: 'list', tag: 'iframe', children: [{ type: 'listitem', children: [text('x')] }] })).toBe(
      '<ul><li>x</li></ul>',
    )
    expect(html({ type: 'script', children: [text('x')] }, { type: 'raw', html: '<script>x</script>' })).toBe('x')
  })

  it('may be any value', () => {
    for (const state of [
      null,
      undefined,
      7,
      'x',
      [],
      {},
      { root: 7 },
      { root: { children: 'x' } },
      { root: { children: [null, 7, [[]]] } },
    ]) {
      expect(richTextToHtml(state)).toBe('')
    }
  })

  it('may be nested without a limit', () => {
    let node: unknown = text('x')
    for (let depth = 0; depth < 20_000; depth += 1) node = { type: 'quote', children: [node] }
    expect(html(node)).toBe('')
  })
})
