import type { Payload } from 'payload'
import type { Language } from '@/lib/contract/primitives'
import { product as productShape, type Product } from '@/lib/contract/shop'
import type { Product as Stored } from '@/lib/server/cms/payload-types'
import { imageOf } from '@/lib/server/content/media-shapes'
import { readable, type RecordFaults } from '@/lib/server/kernel/record-faults'

/** What can be ordered now, in the editors' order. */
export async function listProducts(payload: Payload, faults: RecordFaults, lang: Language): Promise<Product[]> {
  const { docs } = await payload.find({
    collection: 'products', where: { is_offered: { equals: true } }, sort: ['sort_order', 'id'], pagination: false, depth: 1, locale: lang, fallbackLocale: 'uk',
  })
  const shape = (product: Stored): Product => ({
    id: product.id,
    name: product.name,
    summary: product.summary,
    category: typeof product.category === 'object' && product.category !== null ? product.category.key : null,
    unit: product.unit,
    minimum_volume: product.minimum_volume,
    image: imageOf(product.image, lang),
    facts: (product.facts ?? []).map(({ name, value }) => ({ name, value })),
  })
  return readable(faults, { collection: 'products', schema: productShape, idOf: ({ id }) => id, shape }, docs)
}
