import { describe, expect, it } from '@jest/globals'
import { recogniseDocument, shownName } from './recognise'

const bytes = (text: string) => new TextEncoder().encode(text)
const pdf = (body = '') => bytes(`%PDF-1.7\n1 0 obj\n<< /Type /Catalog ${body} >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n`)

describe('what a document is, by its content', () => {
  it('knows a PDF', async () => {
    expect(await recogniseDocument(pdf())).toBe('application/pdf')
  })

  it.each([
    ['a PDF that runs a script', pdf('/OpenAction << /S /JavaScript /JS (app.alert(1)) >>')],
    ['a PDF that starts a program', pdf('/OpenAction << /S /Launch >>')],
    ['an SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a page', bytes('<!doctype html><script>alert(1)</script>')],
    ['plain text', bytes('charter.pdf')],
    ['a program', new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0])],
    ['nothing', new Uint8Array()],
  ])('refuses %s', async (_what, content) => {
    expect(await recogniseDocument(content)).toBeNull()
  })
})

describe('the name that a file is shown under', () => {
  it.each([
    ['Статут.pdf', 'Статут.pdf'],
    ['../../etc/passwd', 'passwd.pdf'],
    ['C:\\docs\\Статут.PDF', 'Статут.pdf'],
    ['charter.exe', 'charter.pdf'],
    ['a"b<c>\u0000.pdf', 'abc.pdf'],
    ['', 'document.pdf'],
    ['.pdf', '.pdf.pdf'],
  ])('makes %j into %j', (name, shown) => {
    expect(shownName(name, 'application/pdf')).toBe(shown)
  })

  it('is not endless', () => {
    expect(shownName(`${'я'.repeat(500)}.pdf`, 'application/pdf').length).toBeLessThanOrEqual(160)
  })
})
