import type { CollectionConfig } from 'payload'
import { TRADE_ROLES, handledBy } from '@/lib/server/cms/access'
import { requestsMenu } from '@/lib/server/cms/collections/common'
import { languageSelect, names, relationship, row, sidebar, words } from '@/lib/server/cms/fields/basic-fields'
import { asSent, requestStatus, sentLine, sentText } from '@/lib/server/cms/fields/checked-fields'
import { auditChange } from '@/lib/server/cms/hooks/audit-change'
import { tellCustomer } from '@/lib/server/cms/hooks/announce-change'

/** Orders of the shop's form. Taken by the portal's own call; the back office handles them. */
export const Orders: CollectionConfig = {
  slug: 'orders',
  labels: names(words('sortOrder'), words('orders')),
  // As the options of the status stand: what nobody has touched comes first.
  defaultSort: ['status', '-createdAt'],
  admin: {
    useAsTitle: 'number',
    defaultColumns: ['number', 'status', 'company', 'product', 'volume', 'unit', 'phone', 'createdAt'],
    enableListViewSelectAPI: true,
    listSearchableFields: ['number', 'company', 'name', 'email', 'edrpou'],
    components: { beforeListTable: ['@/app/(cms)/office/cells#ExportOrders'] },
    ...requestsMenu,
    description: words('ordersHint'),
  },
  access: handledBy(TRADE_ROLES),
  versions: { drafts: false, maxPerDoc: 0 },
  hooks: { afterChange: [auditChange, tellCustomer] },
  fields: [
    requestStatus({
      new: words('new'),
      in_work: words('inWork'),
      done: words('done'),
      declined: words('declined'),
      spam: words('spam'),
    }),
    {
      name: 'number',
      type: 'number',
      required: true,
      unique: true,
      index: true,
      label: words('number'),
      ...asSent,
      admin: { ...sidebar, readOnly: true, step: 1 },
    },
    languageSelect(words('emailLanguage'), {
      ...asSent,
      admin: { ...sidebar, readOnly: true },
    }),
    row(
      relationship('product', 'products', words('product'), {
        required: true,
        index: true,
        ...asSent,
        admin: { readOnly: true, width: '50%' },
      }),
      sentLine('volume', words('volume'), { width: '25%' }),
      sentLine('unit', words('unit'), { width: '25%' }),
    ),
    row(
      sentLine('company', words('company'), { index: true }),
      sentLine('edrpou', words('edrpouCode'), { index: true }),
    ),
    row(sentLine('name', words('contactPerson')), sentLine('position', words('position'))),
    row(sentLine('phone', words('phone')), sentLine('email', words('email'), { index: true })),
    sentText('comment', words('customersComment')),
    {
      name: 'manager_note',
      type: 'textarea',
      label: words('managersNote'),
    },
  ],
}
