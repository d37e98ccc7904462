import type { Payload } from 'payload'
import { parseQuantity } from '@/lib/domain/quantity'
import { inTransaction } from '@/lib/server/cms/in-transaction'
import type { Orders } from '@/lib/server/shop/orders'

/** Products read, and orders written, through Payload. */
export function createOrders(cms: () => Promise<Payload>): Orders {
  return {
    async findProduct(id, language) {
      const payload = await cms()
      const { docs } = await payload.find({
        collection: 'products',
        where: { id: { equals: id }, is_offered: { equals: true } },
        locale: language,
        fallbackLocale: 'uk',
        depth: 0,
        limit: 1,
      })
      const product = docs[0]
      return product === undefined
        ? null
        : { id: product.id, minimumVolume: parseQuantity(product.minimum_volume) ?? 0, unit: product.unit }
    },
    async create(client, order) {
      const payload = await cms()
      return inTransaction(payload, client, async (req) => {
        const { id } = await payload.create({ collection: 'orders', data: order, depth: 0, req })
        return id
      })
    },
  }
}
