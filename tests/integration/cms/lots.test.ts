import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createLot, createTestCms, refusedPaths, type TestCms } from '@/tests/integration/cms/support'

let cms: TestCms

beforeAll(async () => {
  cms = await createTestCms()
})

afterAll(() => cms.close())

describe('R1.1 the defaults of a lot', () => {
  it('fills what was left empty', async () => {
    const lot = await createLot(cms.payload)
    expect(lot).toMatchObject({
      maximum_step: '1500.00',
      application_deadline: '2026-11-24T08:00:00.000Z',
      hard_end_at: '2026-11-24T11:00:00.000Z',
      extension_minutes: 3,
      minimum_participants: 1,
      visibility: 'open',
      _status: 'published',
    })
  })

  it('numbers lots without gaps, refused ones included', async () => {
    const first = await createLot(cms.payload)
    await refusedPaths(createLot(cms.payload, { maximum_step: '75.00' }))
    const second = await createLot(cms.payload)
    expect(second.number).toBe(Number(first.number) + 1)
    expect(second.slug).toBe(`hazovyi-kondensat-500-t-${second.number}`)
  })

  it('takes prices and quantities as people type them', async () => {
    const lot = await createLot(cms.payload, { starting_price: '15 000', volume: '500,0' })
    expect(lot).toMatchObject({ starting_price: '15000.00', volume: '500.000' })
  })
})

describe('what cannot be auctioned is not published', () => {
  it.each([
    ['a maximum step off the grid', { maximum_step: '75.00' }, ['maximum_step']],
    ['a minimum above the volume', { minimum_quantity: '510.000' }, ['minimum_quantity']],
    ['a volume off the quantity step', { volume: '505.000' }, ['volume']],
    ['a price of one hryvnia', { starting_price: '1.00', minimum_step: '0.01' }, ['starting_price']],
    ['an end before the start', { ends_at: '2026-11-24T07:00:00.000Z' }, ['ends_at']],
    ['more decimals than a kopeck has', { starting_price: '15000.005' }, ['starting_price']],
    ['R9.1 a start on a Saturday', { starts_at: '2026-11-21T08:00:00.000Z' }, ['starts_at']],
    ['R9.1 a hard end on a Friday evening', { hard_end_at: '2026-11-27T15:00:00.000Z' }, ['hard_end_at']],
  ])('%s', async (_name, changes, paths) => {
    expect(await refusedPaths(createLot(cms.payload, changes))).toEqual(paths)
  })

  it('R9.1 stands outside working hours when that was confirmed on purpose', async () => {
    const lot = await createLot(cms.payload, { starts_at: '2026-11-21T08:00:00.000Z', outside_hours_confirmed: true })
    expect(lot._status).toBe('published')
  })

  it('may be incomplete as a draft, and is then no lot', async () => {
    const draft = await cms.payload.create({ collection: 'auctions', draft: true, data: { title: 'Чернетка' } })
    const { rows } = await cms.database.pool.query('select from cms.lots where id = $1', [draft.id])
    expect(rows).toHaveLength(0)
  })
})

describe('cms.lots', () => {
  it('gives a published lot in the integers of the domain', async () => {
    const lot = await createLot(cms.payload, { extension_minutes: 5 })
    const { rows } = await cms.database.pool.query('select * from cms.lots where id = $1', [lot.id])
    expect(rows[0]).toMatchObject({
      category: 'gas_condensate',
      unit: 'tonne',
      volume: 500_000,
      starting_price: 1_500_000,
      minimum_step: 5_000,
      maximum_step: 150_000,
      starts_ms: Date.parse('2026-11-24T08:00:00.000Z'),
      hard_end_ms: Date.parse('2026-11-24T11:00:00.000Z'),
      extension_window_ms: 300_000,
    })
  })
})

describe('R1.2 a lot whose record has begun', () => {
  async function frozenLot() {
    const lot = await createLot(cms.payload)
    await cms.database.pool.query('insert into portal.auction_heads (auction_id, effective_end, hard_end) values ($1, $2, $3)', [lot.id, lot.ends_at, lot.hard_end_at])
    return lot
  }

  it('keeps its numbers', async () => {
    const { id } = await frozenLot()
    const change = cms.payload.update({ collection: 'auctions', id, data: { volume: '600.000', visibility: 'closed' } })
    expect(await refusedPaths(change)).toEqual(['volume', 'visibility'])
  })

  it('may have its texts corrected', async () => {
    const { id } = await frozenLot()
    const data = { title: 'Газовий конденсат (уточнено)', transfer_point: 'Шебелинка' }
    const changed = await cms.payload.update({ collection: 'auctions', id, data })
    expect(changed).toMatchObject(data)
  })

  it('is neither unpublished nor deleted', async () => {
    const { id } = await frozenLot()
    await expect(cms.payload.update({ collection: 'auctions', id, data: { _status: 'draft' } })).rejects.toMatchObject({ status: 409 })
    await expect(cms.payload.delete({ collection: 'auctions', id })).rejects.toMatchObject({ status: 409 })
  })

  it('is guarded by the database against every other way in', async () => {
    const { id } = await frozenLot()
    const byHand = cms.database.pool.query(`update cms.auctions set volume = '600.000' where id = $1`, [id])
    await expect(byHand).rejects.toThrow(/frozen/)
  })
})
