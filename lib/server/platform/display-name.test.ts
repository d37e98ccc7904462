import { describe, expect, it } from '@jest/globals'
import { displayName } from './files'

describe('the display name of a file', () => {
  it.each([
    ['Статут.pdf', 'Статут.pdf'],
    ['../../etc/passwd', 'passwd.pdf'],
    ['C:\\docs\\Статут.PDF', 'Статут.pdf'],
    ['charter.exe', 'charter.pdf'],
    ['a"b<c>\u0000.pdf', 'abc.pdf'],
    ['', 'document.pdf'],
    ['contract\u202efdp.exe', 'contractfdp.pdf'],
    ['\ud800.pdf', '\ufffd.pdf'],
    ['.pdf', '.pdf.pdf'],
  ])('of %j is %j', (name, shown) => {
    expect(displayName(name, 'application/pdf')).toBe(shown)
  })

  it('is shortened', () => {
    expect(displayName(`${'я'.repeat(500)}.pdf`, 'application/pdf').length).toBeLessThanOrEqual(160)
  })
})
