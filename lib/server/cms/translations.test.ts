import { describe, expect, it } from '@jest/globals'
import { errorStatus } from '@/lib/contract/errors'
import uk from './messages/uk.json' with { type: 'json' }

describe('the words of refusals in the back office', () => {
  it('are named by the codes of the API, by which they are found', () => {
    const named = Object.keys(uk.office).flatMap((key) =>
      key.startsWith('error_') ? [key.slice('error_'.length)] : [],
    )
    const codes = [...Object.keys(errorStatus), 'offline', 'other']
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((name) => !codes.includes(name))).toEqual([])
  })
})
