import type { CollectionConfig } from 'payload'
import { TRADE_ROLES, handledBy } from '@/lib/server/cms/access'
import { requestsMenu } from '@/lib/server/cms/collections/common'
import { languageSelect, names, relationship, row, sidebar, words } from '@/lib/server/cms/fields/basic-fields'
import { asSent, requestStatus, sentLine, sentText } from '@/lib/server/cms/fields/field-kit'
import { auditChange } from '@/lib/server/cms/hooks/audit-change'
import { tellCustomer } from '@/lib/server/cms/hooks/announce-change'

/** Orders of the shop's form. Taken by the portal's own call; the back office handles them. */
export const Orders: CollectionConfig = {
  slug: 'orders',
  labels: names(words('Замовлення', 'Order', 'Заказ'), words('Замовлення', 'Orders', 'Заказы')),
  // As the options of the status stand: what nobody has touched comes first.
  defaultSort: ['status', '-createdAt'],
  admin: {
    useAsTitle: 'number',
    defaultColumns: ['number', 'status', 'company', 'product', 'volume', 'unit', 'phone', 'createdAt'],
    listSearchableFields: ['number', 'company', 'name', 'email', 'edrpou'],
    components: { beforeListTable: ['@/app/(cms)/office/requests/export-tables#ExportOrders'] },
    ...requestsMenu,
    description: words(
      'Що надіслав замовник, не змінюється; стан і нотатку веде менеджер.',
      'What the customer sent stays as it is; the manager keeps the status and the note.',
      'Что прислал заказчик, не меняется; состояние и заметку ведёт менеджер.',
    ),
  },
  access: handledBy(TRADE_ROLES),
  versions: { drafts: false, maxPerDoc: 0 },
  hooks: { afterChange: [auditChange, tellCustomer] },
  fields: [
    requestStatus({
      new: words('Нове', 'New', 'Новый'),
      in_work: words('В роботі', 'In work', 'В работе'),
      done: words('Виконане', 'Done', 'Выполнен'),
      declined: words('Відхилене', 'Declined', 'Отклонён'),
      spam: words('Спам', 'Spam', 'Спам'),
    }),
    {
      name: 'number',
      type: 'number',
      required: true,
      unique: true,
      index: true,
      label: words('Номер', 'Number', 'Номер'),
      ...asSent,
      admin: { ...sidebar, readOnly: true, step: 1 },
    },
    languageSelect(words('Мова листів', 'Email language', 'Язык писем'), {
      ...asSent,
      admin: { ...sidebar, readOnly: true },
    }),
    row(
      relationship('product', 'products', words('Товар', 'Product', 'Товар'), {
        required: true,
        index: true,
        ...asSent,
        admin: { readOnly: true, width: '50%' },
      }),
      sentLine('volume', words('Обсяг', 'Volume', 'Объём'), { width: '25%' }),
      sentLine('unit', words('Одиниця', 'Unit', 'Единица'), { width: '25%' }),
    ),
    row(
      sentLine('company', words('Компанія', 'Company', 'Компания'), { index: true }),
      sentLine('edrpou', words('Код ЄДРПОУ', 'EDRPOU code', 'Код ЕГРПОУ'), { index: true }),
    ),
    row(
      sentLine('name', words('Контактна особа', 'Contact person', 'Контактное лицо')),
      sentLine('position', words('Посада', 'Position', 'Должность')),
    ),
    row(
      sentLine('phone', words('Телефон', 'Phone', 'Телефон')),
      sentLine('email', words('Електронна пошта', 'Email', 'Электронная почта'), { index: true }),
    ),
    sentText('comment', words('Коментар замовника', 'Customer’s comment', 'Комментарий заказчика')),
    {
      name: 'manager_note',
      type: 'textarea',
      label: words('Нотатка менеджера', 'Manager’s note', 'Заметка менеджера'),
    },
  ],
}
