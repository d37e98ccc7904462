import type { CollectionConfig, DateFieldValidation } from 'payload'
import { date } from 'payload/shared'
import { TRADE_ROLES, handledBy, nobody } from '@/lib/server/cms/access'
import { tradeMenu } from '@/lib/server/cms/collections/common'
import {
  day,
  localizedText,
  names,
  relationship,
  row,
  select,
  sidebar,
  text,
  words,
} from '@/lib/server/cms/fields/basic-fields'
import { decimalField } from '@/lib/server/cms/fields/checked-fields'
import { auditChange } from '@/lib/server/cms/hooks/audit-change'
import { say } from '@/lib/server/cms/translations'

const access = { update: nobody }

const notBeforeStart: DateFieldValidation = (value, options) => {
  const valid = date(value, options)
  const { starts_on: first } = options.data as { starts_on?: string | null }
  if (valid !== true || !value || !first || new Date(value) >= new Date(first)) return valid
  return say(options.req, 'lastDayBeforeFirst')
}

/** One agreement a winner, made by completing an auction (R8.2) and in no other way; nobody edits its numbers (R8.1). */
export const Agreements: CollectionConfig = {
  slug: 'agreements',
  labels: names(words('agreement'), words('agreements')),
  defaultSort: '-createdAt',
  // The status in the list follows from the last day too, whether or not the list shows that column.
  forceSelect: { ends_on: true },
  admin: {
    useAsTitle: 'number',
    defaultColumns: ['number', 'company', 'quantity', 'price', 'sum', 'ends_on', 'status'],
    enableListViewSelectAPI: true,
    components: { beforeListTable: ['@/app/(cms)/office/cells#ExportAgreements'] },
    ...tradeMenu,
  },
  access: handledBy(TRADE_ROLES),
  hooks: { afterChange: [auditChange] },
  indexes: [{ fields: ['auction', 'company'], unique: true }],
  fields: [
    text('number', words('number'), { unique: true, access }),
    localizedText('name', words('name')),
    localizedText('product', words('soldProduct')),
    row(
      relationship('company', 'companies', words('company'), {
        required: true,
        index: true,
        access,
      }),
      relationship('auction', 'auctions', words('auction'), { index: true, access }),
    ),
    row(
      decimalField({ name: 'quantity', places: 3, access, label: words('volume') }),
      decimalField({
        name: 'price',
        places: 2,
        access,
        label: words('priceUahInclVat'),
      }),
    ),
    row(
      decimalField({
        name: 'sum',
        places: 2,
        digits: 18,
        access,
        label: words('totalUahInclVat'),
      }),
      decimalField({
        name: 'deposit',
        places: 2,
        digits: 18,
        required: false,
        label: words('depositUah'),
      }),
    ),
    row(day('starts_on', words('inForceFrom')), day('ends_on', words('inForceUntil'), { validate: notBeforeStart })),
    select(
      'status',
      words('status'),
      {
        current: words('current'),
        archived: words('archived'),
      },
      {
        defaultValue: 'current',
        index: true,
        admin: {
          ...sidebar,
          description: words('agreementStatusHint'),
          components: { Cell: '@/app/(cms)/office/agreement-status-cell#AgreementStatusCell' },
        },
      },
    ),
  ],
}
