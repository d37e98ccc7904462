import { describe, expect, it } from '@jest/globals'
import { createBidVault, newNonce, sealNote, sealOfText } from './sealed-bids'

const vault = createBidVault([Buffer.alloc(32, 1)])
const place = { auctionId: 7, companyId: 3 }
const bid = { price: 1_520_000, quantity: 300_000, minimum_quantity: 60_000, nonce: 'ab'.repeat(16) }

describe('R2.3 a preliminary bid at rest', () => {
  it('opens only for its own place and with its own key', () => {
    const sealed = vault.seal(bid, place)
    expect(vault.open(sealed, place)).toEqual(bid)
    expect(vault.open(sealed, { ...place, companyId: 4 })).toBeNull()
    const locked: number[] = []
    const other = createBidVault([Buffer.alloc(32, 2)], (auctionId) => locked.push(auctionId))
    expect([other.open(sealed, place), other.open(sealed, place)]).toEqual([null, null])
    expect(locked).toEqual([7])
  })

  it('opens after the secret has changed, as long as the former one is configured', () => {
    const sealed = vault.seal(bid, place)
    const locked: number[] = []
    const rotated = createBidVault([Buffer.alloc(32, 2), Buffer.alloc(32, 1)], (auctionId) => locked.push(auctionId))
    expect(rotated.open(sealed, place)).toEqual(bid)
    expect(vault.open(rotated.seal(bid, place), place)).toBeNull()
    expect(locked).toEqual([])
  })

  it('opens as an automatic order only for the entry that left it (R10.5)', () => {
    const sealed = vault.seal(bid, { ...place, orderEntry: 12 })
    expect(vault.open(sealed, { ...place, orderEntry: 12 })).toEqual(bid)
    expect(vault.open(sealed, { ...place, orderEntry: 13 })).toBeNull()
    expect(vault.open(sealed, place)).toBeNull()
    expect(vault.open(vault.seal(bid, place), { ...place, orderEntry: 12 })).toBeNull()
    const shifted = vault.seal(bid, { auctionId: 71, companyId: 23 })
    expect(vault.open(shifted, { auctionId: 7, companyId: 123 })).toBeNull()
  })

  it('reveals nothing, not even by its length or by repetition', () => {
    const other = vault.seal({ ...bid, price: 101, quantity: 1 }, place)
    expect(other).toHaveLength(vault.seal(bid, place).length)
    expect(vault.seal(bid, place)).not.toEqual(vault.seal(bid, place))
    expect(vault.seal(bid, place).toString('latin1')).not.toMatch(/1520000|abab/)
  })
})

describe('R14.4 a sealed note', () => {
  it('is sealed with its nonce, and so is the lack of one', () => {
    expect(sealNote('one phone', 'ab')).toEqual({ text: 'one phone', nonce: 'ab', seal: sealOfText('ab|one phone') })
    expect(sealNote(null, 'ab')).toEqual({ text: null, nonce: 'ab', seal: sealOfText('ab|') })
  })

  it('has a nonce of its own that cannot be guessed', () => {
    expect(newNonce()).toMatch(/^[0-9a-f]{32}$/)
    expect(sealNote(null).seal).not.toBe(sealNote(null).seal)
  })
})
