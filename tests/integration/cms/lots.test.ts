import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createLocalReq, type TextField } from 'payload'
import { DEFAULT_PLAN } from '@/lib/domain/payment-plan'
import { formatTime } from '@/lib/i18n/formats'
import { afterStart, createLot, createTestCms, refusedPaths, type TestCms } from '@/tests/integration/cms/support'

let cms: TestCms

async function validValues() {
  const {
    title,
    category,
    volume,
    starting_price,
    minimum_step,
    minimum_quantity,
    quantity_step,
    payment_terms,
    payment_period,
    shipment_period,
    resource,
    transfer_point,
  } = await createLot(cms.payload)
  return {
    title,
    category,
    volume,
    starting_price,
    minimum_step,
    minimum_quantity,
    quantity_step,
    payment_terms,
    payment_period,
    shipment_period,
    resource,
    transfer_point,
  }
}

beforeAll(async () => {
  cms = await createTestCms()
})

afterAll(() => cms.close())

describe('R1.1 creating a lot', () => {
  it('fills empty fields with defaults', async () => {
    const lot = await createLot(cms.payload)
    expect(lot).toMatchObject({
      maximum_step: '1500.00',
      application_deadline: afterStart(0),
      hard_end_at: afterStart(3),
      extension_minutes: 3,
      minimum_participants: 1,
      visibility: 'open',
      _status: 'published',
    })
  })

  it('derives the slug from the title and the number', async () => {
    const slug = cms.payload.collections.auctions.config.flattenedFields.find(({ name }) => name === 'slug')
    const check = (slug as TextField).validate as (value: unknown, options: object) => unknown
    const req = await createLocalReq({}, cms.payload)
    expect(await check('', { data: { title: 'Конденсат' }, req })).toBe(true)
    expect(await check(undefined, { data: {}, req })).toBe(true)
    expect(await check('Not an address', { data: {}, req })).toEqual(expect.any(String))
    expect((await createLot(cms.payload, { title: '!!!' })).slug).toMatch(/^lot-\d+$/)
  })

  it('numbers lots without gaps, even after a refused one', async () => {
    const first = await createLot(cms.payload)
    await refusedPaths(createLot(cms.payload, { maximum_step: '75.00' }))
    const second = await createLot(cms.payload)
    expect(second.number).toBe(Number(first.number) + 1)
    expect(second.slug).toBe(`hazovyi-kondensat-500-t-${second.number}`)
  })

  it('accepts prices and quantities as people type them', async () => {
    const lot = await createLot(cms.payload, { starting_price: '15 000', volume: '500,0' })
    expect(lot).toMatchObject({ starting_price: '15000.00', volume: '500.000' })
  })

  it('does not guess whether a separator means thousands and keeps the text in a draft', async () => {
    const data = { title: 'Чернетка', category: 1, volume: ' 1.500', starting_price: '15.000' }
    const draft = await cms.payload.create({ collection: 'auctions', draft: true, depth: 0, data })
    expect(draft).toMatchObject({ volume: ' 1.500', starting_price: '15.000', _status: 'draft' })
  })
})

describe('the validation of a lot', () => {
  it.each([
    ['a maximum step off the grid', { maximum_step: '75.00' }, ['maximum_step']],
    ['a minimum above the volume', { minimum_quantity: '510.000' }, ['minimum_quantity']],
    ['a volume off the quantity step', { volume: '505.000' }, ['volume']],
    ['a price of one hryvnia', { starting_price: '1.00', minimum_step: '0.01' }, ['starting_price']],
    ['an end before the start', { ends_at: afterStart(-1) }, ['ends_at']],
    ['the slug of a section', { slug: 'certificates' }, ['slug']],
    ['no title to derive a slug from', { title: '' }, ['title']],
    ['a step of zero', { minimum_step: '0.00' }, ['minimum_step']],
    [
      'a step of zero among other errors',
      { minimum_step: '0.00', maximum_step: '0.00', volume: '0.000', ends_at: afterStart(-1) },
      ['volume', 'minimum_step', 'maximum_step', 'ends_at'],
    ],
    ['a minute and a half of extension', { extension_minutes: 1.5 }, ['extension_minutes']],
    ['one and a half participants', { minimum_participants: 1.5 }, ['minimum_participants']],
    [
      'a start that has passed',
      { starts_at: afterStart(-720), outside_hours_confirmed: true },
      ['application_deadline', 'starts_at'],
    ],
    [
      'a deadline for applications that has passed',
      { application_deadline: afterStart(-720) },
      ['application_deadline'],
    ],
    ['more decimals than a kopeck has', { starting_price: '15000.005' }, ['starting_price']],
    ['a plan of another shape', { payment_plan: { parts: 'all' } }, ['payment_plan']],
    ['a plan without parts', { payment_plan: { ...DEFAULT_PLAN, parts: [] } }, ['payment_plan']],
    ['ambiguous separators', { volume: ' 1.500', starting_price: '15.000' }, ['volume', 'starting_price']],
    ['R9.1 a start on a Saturday', { starts_at: afterStart(-72) }, ['starts_at']],
    ['R9.1 a hard end on a Friday evening', { hard_end_at: afterStart(79) }, ['hard_end_at']],
  ])('refuses %s', async (_name, changes, paths) => {
    expect(await refusedPaths(createLot(cms.payload, changes))).toEqual(paths)
  })

  it('requires a missing date, and a time if only a day was chosen', async () => {
    const errorsOf = async (changes: Parameters<typeof createLot>[1]) => {
      const refusal = await createLot(cms.payload, changes).then(
        () => null,
        (error: { data?: { errors?: { path: string; message: string }[] } }) => error,
      )
      return refusal?.data?.errors?.map(({ path, message }) => [path, message])
    }
    expect(await errorsOf({ ends_at: null as never })).toContainEqual(['ends_at', 'Оберіть дату'])
    // Midnight in Kyiv means that the editor chose a day without a time.
    const midnight = [13, 14].map(afterStart).find((at) => formatTime(at, 'uk') === '00:00')
    expect(await errorsOf({ ends_at: midnight })).toContainEqual(['ends_at', 'Оберіть час'])
    expect(await errorsOf({ starts_at: midnight, ends_at: afterStart(26) })).toContainEqual([
      'starts_at',
      'Оберіть час',
    ])
  })

  it('accepts midnight as the deadline for applications', async () => {
    const midnight = [-11, -10].map(afterStart).find((at) => formatTime(at, 'uk') === '00:00')
    const lot = await createLot(cms.payload, { application_deadline: midnight })
    expect(lot).toMatchObject({ application_deadline: midnight, _status: 'published' })
  })

  it.each([
    ['a step of zero', { minimum_step: '0.00' }, ['minimum_step']],
    ['a quantity step of zero', { quantity_step: '0.000' }, ['quantity_step']],
    [
      'a start in the past',
      { starts_at: afterStart(-720), application_deadline: null, outside_hours_confirmed: true },
      ['question_deadline', 'application_deadline', 'starts_at'],
    ],
  ])('refuses a later edit, single or in bulk: %s', async (_name, data, paths) => {
    const { id } = await createLot(cms.payload)
    expect(await refusedPaths(cms.payload.update({ collection: 'auctions', id, data }))).toEqual(paths)
    const bulk = await cms.payload.update({ collection: 'auctions', where: { id: { equals: id } }, data })
    expect(bulk).toMatchObject({ docs: [], errors: [{ id }] })
  })

  it('refuses to publish a draft whose times have passed', async () => {
    const draft = await cms.payload.create({
      collection: 'auctions',
      draft: true,
      data: {
        ...(await validValues()),
        starts_at: afterStart(-720),
        ends_at: afterStart(-718),
        outside_hours_confirmed: true,
      },
    })
    const publish = cms.payload.update({ collection: 'auctions', id: draft.id, data: { _status: 'published' } })
    expect(await refusedPaths(publish)).toEqual(['application_deadline', 'starts_at'])
  })

  it('accepts corrected texts after the times have passed', async () => {
    const { id } = await createLot(cms.payload)
    await cms.database.pool.query(
      'update cms.auctions set starts_at = $2, application_deadline = $2, ends_at = $3, hard_end_at = $3, outside_hours_confirmed = true where id = $1',
      [id, afterStart(-720), afterStart(-718)],
    )
    const data = { title: 'Газовий конденсат (уточнено)' }
    expect(await cms.payload.update({ collection: 'auctions', id, data })).toMatchObject(data)
  })

  it('accepts times outside working hours once they are confirmed (R9.1)', async () => {
    const lot = await createLot(cms.payload, { starts_at: afterStart(-72), outside_hours_confirmed: true })
    expect(lot._status).toBe('published')
  })

  it('accepts an incomplete draft, which is not in cms.lots', async () => {
    const draft = await cms.payload.create({ collection: 'auctions', draft: true, data: { title: 'Чернетка' } })
    const { rows } = await cms.database.pool.query('select from cms.lots where id = $1', [draft.id])
    expect(rows).toHaveLength(0)
  })
})

describe('cms.lots', () => {
  it('contains published lots in the integers of the domain', async () => {
    const lot = await createLot(cms.payload, { extension_minutes: 5 })
    const { rows } = await cms.database.pool.query('select * from cms.lots where id = $1', [lot.id])
    expect(rows[0]).toMatchObject({
      category: 'gas_condensate',
      unit: 'tonne',
      volume: 500_000,
      starting_price: 1_500_000,
      minimum_step: 5_000,
      maximum_step: 150_000,
      starts_ms: Date.parse(afterStart(0)),
      hard_end_ms: Date.parse(afterStart(3)),
      extension_minutes: 5,
    })
  })
})

describe('R1.2 a lot with a record', () => {
  async function frozenLot() {
    const lot = await createLot(cms.payload)
    await cms.database.pool.query(
      'insert into portal.auction_heads (auction_id, effective_end, hard_end) values ($1, $2, $3)',
      [lot.id, lot.ends_at, lot.hard_end_at],
    )
    return lot
  }

  it('cannot change its numbers', async () => {
    const { id } = await frozenLot()
    const change = cms.payload.update({ collection: 'auctions', id, data: { volume: '600.000', visibility: 'closed' } })
    expect(await refusedPaths(change)).toEqual(['volume', 'visibility'])
  })

  it('can change its texts', async () => {
    const { id } = await frozenLot()
    const data = { title: 'Газовий конденсат (уточнено)', transfer_point: 'Шебелинка' }
    const changed = await cms.payload.update({ collection: 'auctions', id, data })
    expect(changed).toMatchObject(data)
  })

  it('cannot be unpublished or deleted', async () => {
    const { id } = await frozenLot()
    await expect(cms.payload.update({ collection: 'auctions', id, data: { _status: 'draft' } })).rejects.toMatchObject({
      status: 409,
    })
    await expect(cms.payload.delete({ collection: 'auctions', id })).rejects.toMatchObject({ status: 409 })
  })

  it('is also protected by the database', async () => {
    const { id } = await frozenLot()
    const writing = cms.database.pool.query(`update cms.auctions set volume = '600.000' where id = $1`, [id])
    await expect(writing).rejects.toThrow(/frozen/)
  })
})

describe('the slug of a published lot', () => {
  it('cannot be changed, not even in a draft, until the lot is unpublished', async () => {
    const { id, slug } = await createLot(cms.payload)
    const move = (rest: object = {}) =>
      cms.payload.update({ collection: 'auctions', id, data: { slug: `${slug}-elsewhere` }, ...rest })
    expect(await refusedPaths(move())).toEqual(['slug'])
    expect(await refusedPaths(move({ draft: true }))).toEqual(['slug'])
    await cms.payload.update({ collection: 'auctions', id, data: { slug, title: 'Уточнено' } })
    await cms.payload.update({ collection: 'auctions', id, data: { _status: 'draft' } })
    expect(await move()).toMatchObject({ slug: `${slug}-elsewhere` })
  })
})
