import { describe, expect, it } from '@jest/globals'
import { typeset } from './write-rich-text'

describe('demo texts on their lines', () => {
  it('keeps numbers to their units', () => {
    expect(typeset('проти 61,0 кПа, не менше 95 % мас.')).toBe('проти 61,0\u00A0кПа, не менше 95\u00A0% мас.')
    expect(typeset('Methane, mol %')).toBe('Methane, mol\u00A0%')
    expect(typeset('20 тонн, 5 торгів')).toBe('20 тонн, 5 торгів')
  })

  it('keeps a document to its number', () => {
    expect(typeset('протокол № К-204')).toBe('протокол №\u00A0К-204')
  })

  it('tears no range at its dash, and begins no line with a dash between words', () => {
    expect(typeset('36,20–38,30, сб–нд')).toBe('36,20–\u206038,30, сб–\u2060нд')
    expect(typeset('Ціна — за лот')).toBe('Ціна\u00A0— за лот')
  })
})
