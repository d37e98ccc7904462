import type { Payload } from 'payload'
import { formatPrice } from '@/lib/domain/money'
import { formatQuantity } from '@/lib/domain/quantity'
import { RECORDS_PAST } from '@/lib/server/cms/auctions/lot-faults'
import type { DemoLot } from '@/lib/server/demo/lots'
import type { Pool } from '@/lib/server/db/pool'

/** Publishes a lot through the back office, in three languages, as one that the demo looks after or as any other; answers its id. */
export async function publishLot({ cms, pool }: { cms: Payload; pool: Pool }, { goods, lot, texts }: DemoLot, rolling: boolean): Promise<number> {
  const { docs } = await cms.find({ collection: 'categories', where: { key: { equals: goods } }, limit: 1, depth: 0 })
  const category = docs[0]?.id
  if (category === undefined) throw new Error(`there is no category ${goods}`)
  const { id } = await cms.create({
    collection: 'auctions',
    locale: 'uk',
    depth: 0,
    // Auctions that have been held are written down with the times that they had.
    context: { [RECORDS_PAST]: lot.startsAt <= Date.now() },
    data: {
      ...texts.uk,
      category,
      // Made from the title and the number.
      slug: '',
      volume: formatQuantity(lot.volume),
      starting_price: formatPrice(lot.startingPrice),
      minimum_step: formatPrice(lot.minimumStep),
      maximum_step: formatPrice(lot.maximumStep),
      minimum_quantity: formatQuantity(lot.minimumQuantity),
      quantity_step: formatQuantity(lot.quantityStep),
      application_deadline: new Date(lot.applicationDeadline).toISOString(),
      starts_at: new Date(lot.startsAt).toISOString(),
      ends_at: new Date(lot.endsAt).toISOString(),
      hard_end_at: new Date(lot.hardEndAt).toISOString(),
      extension_minutes: lot.extensionWindow / 60_000,
      minimum_participants: lot.minimumParticipants,
      visibility: lot.visibility,
      // The rolling demo goes on at night.
      outside_hours_confirmed: true,
      _status: 'published',
    },
  })
  for (const locale of ['en', 'ru'] as const) await cms.update({ collection: 'auctions', id, locale, depth: 0, data: texts[locale] })
  if (rolling) await pool.query('insert into portal.demo_auctions (auction_id) values ($1) on conflict do nothing', [id])
  return id
}
