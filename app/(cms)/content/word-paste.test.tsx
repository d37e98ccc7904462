import { describe, expect, it } from '@jest/globals'
import { convertWordHtml } from './word-paste'

const item = (level: number, marker: string, text: string) =>
  `<p class=MsoListParagraphCxSpMiddle style='mso-list:l3 level${level} lfo2'><![if !supportLists]><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;</span></span><![endif]>${text}<o:p></o:p></p>`
const converted = (body: string) => {
  const page = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><!--StartFragment-->${body}<!--EndFragment--></body></html>`
  const result = convertWordHtml(page)
  return result && { ...result, html: result.html.replaceAll(/<!--.*?-->|<o:p><\/o:p>/g, '') }
}

describe('what is pasted from Word', () => {
  it('has its lists, one within the other by level, without the markers', () => {
    const body =
      '<p class=MsoNormal><b>Порядок</b></p>' +
      item(1, '1)', '<b>перший</b> крок;') +
      item(2, '·', 'пояснення;') +
      item(2, '·', 'ще одне;') +
      item(1, '2)', 'другий крок.') +
      '<p class=MsoNormal>Далі</p>' +
      item(1, '·', 'окремо')
    expect(converted(body)).toEqual({
      html:
        '<p class="MsoNormal"><b>Порядок</b></p>' +
        '<ol><li><b>перший</b> крок;<ul><li>пояснення;</li><li>ще одне;</li></ul></li><li>другий крок.</li></ol>' +
        '<p class="MsoNormal">Далі</p><ul><li>окремо</li></ul>',
      hasTable: false,
    })
  })

  it('begins another list where numbers follow dots, at any level', () => {
    expect(converted(item(1, '1.', 'a') + item(2, '·', 'b') + item(2, 'a)', 'c') + item(1, '2.', 'd'))?.html).toBe(
      '<ol><li>a<ul><li>b</li></ul><ol><li>c</li></ol></li><li>d</li></ol>',
    )
    expect(converted(item(1, '·', 'a') + item(1, 'б)', 'b'))?.html).toBe('<ul><li>a</li></ul><ol><li>b</li></ol>')
  })

  it('has the rows of a table as lines of text', () => {
    const cell = (text: string) => `<td><p class=MsoNormal>${text}<o:p></o:p></p></td>`
    const table = `<table class=MsoTableGrid border=1><tr>${cell('Показник')}${cell('Норма')}</tr><tr>${cell('Тиск')}${cell('5 МПа')}</tr></table>`
    expect(converted(table)).toEqual({ html: '<p>Показник | Норма</p><p>Тиск | 5 МПа</p>', hasTable: true })
  })

  it('is left alone if it has neither, or is from elsewhere', () => {
    expect(converted('<p class=MsoNormal>Текст</p>')).toBeNull()
    expect(convertWordHtml('<table><tr><td>1</td></tr></table>')).toBeNull()
  })
})
