import { afterEach, describe, expect, it } from '@jest/globals'
import { readStoredAuctions, storeBid } from './stored-auctions'

afterEach(() => {
  document.cookie = 'aucs=; max-age=0; path=/'
})

describe('the cookie aucs', () => {
  it('pairs each auction with its bidder', () => {
    storeBid(35, 4)
    storeBid(36, 1)
    storeBid(35, 4)
    expect(readStoredAuctions()).toEqual({ 35: 4, 36: 1 })
    expect(decodeURIComponent(document.cookie)).toContain('aucs={"35":4,"36":1}')
  })

  it.each(['not json', '[]', '{"35":"four"}'])('treats %j as empty', (value) => {
    document.cookie = `aucs=${encodeURIComponent(value)}; path=/`
    expect(readStoredAuctions()).toEqual({})
  })

  it('does not outgrow a cookie', () => {
    for (let auction = 1; auction <= 400; auction += 1) storeBid(auction, 1)
    expect(Object.keys(readStoredAuctions()).length).toBeLessThanOrEqual(150)
    expect(readStoredAuctions()).toHaveProperty('400', 1)
  })
})
