import type { CollectionConfig } from 'payload'
import { TRADE_ROLES, handledBy, hiddenExcept, nobody } from '@/lib/server/cms/access'
import { languageOfCustomer, requestStatus, sentLine, sentText } from '@/lib/server/cms/fields/field-kit'
import { auditChange } from '@/lib/server/cms/hooks/audit-change'
import { tellCustomer } from '@/lib/server/cms/hooks/announce-change'
import { names, words } from '@/lib/server/cms/words'

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
    group: words('Звернення', 'Requests', 'Обращения'),
    components: { beforeListTable: ['@/app/(cms)/office/requests/export-tables#ExportOrders'] },
    hidden: hiddenExcept(TRADE_ROLES),
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
    requestStatus([
      { value: 'new', label: words('Нове', 'New', 'Новый') },
      { value: 'in_work', label: words('В роботі', 'In work', 'В работе') },
      { value: 'done', label: words('Виконане', 'Done', 'Выполнен') },
      { value: 'declined', label: words('Відхилене', 'Declined', 'Отклонён') },
      { value: 'spam', label: words('Спам', 'Spam', 'Спам') },
    ]),
    {
      name: 'number',
      type: 'number',
      required: true,
      unique: true,
      index: true,
      label: words('Номер', 'Number', 'Номер'),
      access: { update: nobody },
      admin: { readOnly: true, position: 'sidebar', step: 1 },
    },
    languageOfCustomer(),
    {
      type: 'row',
      fields: [
        {
          name: 'product',
          type: 'relationship',
          relationTo: 'products',
          required: true,
          index: true,
          label: words('Товар', 'Product', 'Товар'),
          access: { update: nobody },
          admin: { readOnly: true, width: '50%' },
        },
        sentLine('volume', words('Обсяг', 'Volume', 'Объём'), { width: '25%' }),
        sentLine('unit', words('Одиниця', 'Unit', 'Единица'), { width: '25%' }),
      ],
    },
    {
      type: 'row',
      fields: [
        sentLine('company', words('Компанія', 'Company', 'Компания'), { index: true }),
        sentLine('edrpou', words('Код ЄДРПОУ', 'EDRPOU code', 'Код ЕГРПОУ'), { index: true }),
      ],
    },
    {
      type: 'row',
      fields: [
        sentLine('name', words('Контактна особа', 'Contact person', 'Контактное лицо')),
        sentLine('position', words('Посада', 'Position', 'Должность')),
      ],
    },
    {
      type: 'row',
      fields: [
        sentLine('phone', words('Телефон', 'Phone', 'Телефон')),
        sentLine('email', words('Електронна пошта', 'Email', 'Электронная почта'), { index: true }),
      ],
    },
    sentText('comment', words('Коментар замовника', 'Customer’s comment', 'Комментарий заказчика')),
    {
      name: 'manager_note',
      type: 'textarea',
      label: words('Нотатка менеджера', 'Manager’s note', 'Заметка менеджера'),
    },
  ],
}
