import { expect, it } from '@jest/globals'
import type { Field, Tab } from 'payload'
import { LOT_FIELDS } from '@/lib/contract/lot-fields'
import { Auctions } from './auctions'

function namesOf(fields: readonly (Field | Tab)[]): string[] {
  return fields.flatMap((field) => [
    ...('name' in field && typeof field.name === 'string' ? [field.name] : []),
    ...('tabs' in field ? namesOf(field.tabs) : 'fields' in field ? namesOf(field.fields) : []),
  ])
}

it('the back office has every field of a lot', () => {
  expect(namesOf(Auctions.fields)).toEqual(expect.arrayContaining(Object.keys(LOT_FIELDS)))
})
