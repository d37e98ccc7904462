import type { Language } from '@/lib/contract/primitives'
import type { PoolClient } from '@/lib/server/db/pool'

/** What the shop needs to know of a product. */
export interface OrderedProduct {
  id: number
  /** In the product's unit, whole thousandths. */
  minimumVolume: number
  unit: string
}

/** An order as it is kept. `volume`: "25.000", in `unit`. */
export interface NewOrder {
  number: number
  product: number
  volume: string
  unit: string
  name: string
  phone: string
  email: string
  company: string
  position: string
  edrpou: string
  comment: string
  language: Language
  status: 'new' | 'spam'
}

/** Products and orders belong to what is edited; the shop reads and adds. */
export interface Orders {
  /** Null where there is none, or it is not offered. */
  findProduct(id: number, language: Language): Promise<OrderedProduct | null>
  /** In the client's transaction; answers the order's id. */
  create(client: PoolClient, order: NewOrder): Promise<number>
}
