import type { Field, NumberField } from 'payload'
import { number } from 'payload/shared'
import type { LotField } from '@/lib/contract/lot-faults'
import { lotFault, pastFault } from '@/lib/server/cms/auctions/lot-faults'
import {
  localizedText,
  relationship,
  row,
  select,
  sidebar,
  words,
  type Words,
} from '@/lib/server/cms/fields/basic-fields'
import { decimalField, instantField } from '@/lib/server/cms/fields/checked-fields'
import { slugField } from '@/lib/server/cms/fields/slug'
import { documents, terms } from './lot-terms'

/** A number or an instant of the lot: checked with the others, since only together they make a lot that can be held. */
function lotDecimal(field: Parameters<typeof decimalField>[0] & { name: LotField }) {
  return decimalField({ ...field, fault: (data, req) => lotFault(field.name, data, req) })
}

function lotInstant({
  ahead = false,
  ...field
}: Parameters<typeof instantField>[0] & { name: LotField; ahead?: boolean }) {
  return instantField({
    ...field,
    fault: async (data, req, id) =>
      lotFault(field.name, data, req) ?? (ahead ? pastFault(field.name, data, { id, req }) : null),
  })
}

/** A whole number of the lot; what it may be is for the lot's own check to say. */
function lotCount({
  name,
  ...field
}: {
  name: LotField
  label: Words
  defaultValue: number
  min: number
  max: number
}): NumberField {
  return {
    ...field,
    name,
    type: 'number',
    required: true,
    admin: { step: 1 },
    validate: (value, options) => {
      const own = number(value, options)
      return own === true ? (lotFault(name, options.data, options.req) ?? true) : own
    },
  }
}

const lotNumbers: Field[] = [
  row(
    lotDecimal({ name: 'volume', places: 3, label: words('lotVolume') }),
    lotDecimal({
      name: 'starting_price',
      places: 2,
      label: words('startingPrice'),
    }),
  ),
  row(
    lotDecimal({
      name: 'minimum_step',
      places: 2,
      example: '50.00',
      label: words('bidStepUah'),
    }),
    lotDecimal({
      name: 'maximum_step',
      places: 2,
      example: '1500.00',
      required: false,
      label: words('maximumStepUah'),
      description: words('maximumStepHint'),
    }),
  ),
  row(
    lotDecimal({
      name: 'minimum_quantity',
      places: 3,
      example: '20.000',
      label: words('minimumLotVolume'),
    }),
    lotDecimal({
      name: 'quantity_step',
      places: 3,
      example: '10.000',
      label: words('volumeStep'),
    }),
  ),
]

const schedule: Field[] = [
  row(
    lotInstant({
      name: 'starts_at',
      ahead: true,
      required: true,
      index: true,
      label: words('startKyivTime'),
    }),
    lotInstant({
      name: 'ends_at',
      required: true,
      index: true,
      label: words('endKyivTime'),
    }),
  ),
  row(
    lotInstant({
      name: 'application_deadline',
      ahead: true,
      label: words('applicationsUntilKyivTime'),
      description: words('applicationDeadlineHint'),
    }),
    lotInstant({
      name: 'hard_end_at',
      label: words('latestEndKyivTime'),
      description: words('hardEndAtHint'),
    }),
  ),
  row(
    lotCount({
      name: 'extension_minutes',
      defaultValue: 3,
      min: 1,
      max: 60,
      label: words('extensionWindowMin'),
    }),
    lotCount({
      name: 'minimum_participants',
      defaultValue: 1,
      min: 1,
      max: 1000,
      label: words('minimumParticipants'),
    }),
    select(
      'visibility',
      words('visibility'),
      {
        open: words('openToAll'),
        closed: words('openToParticipants'),
      },
      { defaultValue: 'open' },
    ),
  ),
  {
    name: 'outside_hours_confirmed',
    type: 'checkbox',
    defaultValue: false,
    label: words('outsideWorkingHours'),
    admin: {
      description: words('workingHoursExample'),
    },
  },
]

/** Every field of a lot under the names of api.md (R1.1). */
export const auctionFields: Field[] = [
  localizedText('title', words('name')),
  {
    type: 'tabs',
    tabs: [
      { label: words('lot'), fields: lotNumbers },
      { label: words('timeAndRules'), fields: schedule },
      { label: words('terms'), fields: terms },
      { label: words('documents'), fields: [documents] },
    ],
  },
  {
    name: 'number',
    type: 'number',
    unique: true,
    index: true,
    label: words('auctionNumber'),
    access: { create: () => false, update: () => false },
    admin: { ...sidebar, readOnly: true },
  },
  relationship('category', 'categories', words('category'), {
    required: true,
    index: true,
    admin: { ...sidebar, allowCreate: false },
  }),
  slugField(null, { beside: true }),
]
