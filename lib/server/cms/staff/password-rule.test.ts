import { describe, expect, it } from '@jest/globals'
import { staffPasswordFault } from './password-rule'

describe('a new password of the staff', () => {
  it.each([
    ['Gas-Meters1', 'passwordTooShort', { minimum: 12 }],
    ['x'.repeat(201), 'passwordTooLong', { maximum: 200 }],
    ['administrator', 'passwordGuessable', {}],
    ['olena.kovalenko', 'passwordGuessable', {}],
  ])('%s is refused: %s', async (password, words, values) => {
    expect(await staffPasswordFault(password, ['olena.kovalenko@portal.test', 'Olena'])).toEqual({ words, values })
  })

  it('is counted in characters, and good where it is long and hard to guess', async () => {
    expect(await staffPasswordFault('🔥'.repeat(11), [])).toMatchObject({ words: 'passwordTooShort' })
    expect(await staffPasswordFault('Nine-Blue-Compressors', [])).toBeNull()
  })
})
