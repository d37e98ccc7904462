import { expect, it } from '@jest/globals'
import { Orders, Products } from './requests'

it('the volume of an order is shown like the smallest order of a product, not as on the wire', () => {
  const componentsOf = (fields: typeof Orders.fields, name: string) =>
    fields
      .flatMap((field) => (field.type === 'row' ? field.fields : [field]))
      .flatMap((field) => ('name' in field && field.name === name ? [field.admin?.components] : []))
  expect(componentsOf(Orders.fields, 'volume')).toEqual(componentsOf(Products.fields, 'minimum_volume'))
})
