import { zodResolver } from '@hookform/resolvers/zod'
import type { Resolver } from 'react-hook-form'
import * as z from 'zod'
import type { ShopOrderValues } from './shop-order'
import { shopOrder, type Product } from '@/lib/contract/shop'
import { isEdrpou } from '@/lib/domain/identifiers'
import { parseQuantity } from '@/lib/domain/money'
import { readTypedDecimal } from '@/lib/i18n/formats'

const { volume, name, phone, email, company, position, edrpou, comment, website } = shopOrder.shape

/**
 * Checks the form by the contract’s own rules, and what the server would refuse besides: check digits, the least volume. Messages are
 * codes, worded by the form.
 */
export function checkOrder(products: Product[]): Resolver<ShopOrderValues> {
  const filled = z.string().trim().min(1, 'required')
  const schema = z
    .object({
      product: z.string().refine((id) => products.some((product) => String(product.id) === id), 'required'),
      volume: filled.pipe(volume),
      name,
      phone: filled.pipe(phone),
      email,
      company,
      position,
      edrpou: filled.pipe(edrpou.refine(isEdrpou, 'edrpou_invalid')),
      comment: comment.unwrap(),
      website: website.unwrap(),
    })
    .refine(
      ({ product, volume: asked }) =>
        reachesMinimum(
          asked,
          products.find(({ id }) => String(id) === product),
        ),
      {
        path: ['volume'],
        message: 'volume_below_minimum',
      },
    )
  return zodResolver<ShopOrderValues, unknown, ShopOrderValues>(schema, undefined, { raw: true })
}

function reachesMinimum(volume: string, product: Product | undefined): boolean {
  const asked = thousandths(readTypedDecimal(volume, 3))
  return product === undefined || asked === null || asked >= Math.max(thousandths(product.minimum_volume) ?? 0, 1)
}

function thousandths(quantity: string | null): number | null {
  return quantity === null ? null : parseQuantity(quantity)
}
