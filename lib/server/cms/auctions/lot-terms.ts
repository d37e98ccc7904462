import type { ArrayField, Field, TextareaField, TextField } from 'payload'
import { names, words, type Words } from '@/lib/server/cms/words'

function localizedText(name: string, label: Words): TextField {
  return { name, type: 'text', localized: true, required: true, label, admin: { width: '50%' } }
}

const paymentTerms: TextareaField = {
  name: 'payment_terms',
  type: 'textarea',
  localized: true,
  required: true,
  label: words('Умови оплати', 'Payment terms', 'Условия оплаты'),
}

/** How the lot is paid for and handed over. */
export const terms: Field[] = [
  paymentTerms,
  {
    type: 'row',
    fields: [
      localizedText('payment_period', words('Строк оплати', 'Payment period', 'Срок оплаты')),
      localizedText('shipment_period', words('Строк відвантаження', 'Shipment period', 'Срок отгрузки')),
    ],
  },
  {
    type: 'row',
    fields: [
      localizedText('resource', words('Ресурс', 'Resource', 'Ресурс')),
      localizedText('transfer_point', words('Пункт передачі', 'Transfer point', 'Пункт передачи')),
    ],
  },
]

/** Papers of the lot that buyers read before they apply; a change after publication is in the audit trail and in the versions. */
export const documents: ArrayField = {
  name: 'documents',
  type: 'array',
  maxRows: 20,
  label: words('Документи лота', 'Lot documents', 'Документы лота'),
  labels: names(words('Документ', 'Document', 'Документ'), words('Документи', 'Documents', 'Документы')),
  admin: {
    description: words(
      'Відкриті для всіх на сторінці аукціону, щойно лот опубліковано',
      'Public on the auction page once the lot is published',
      'Открыты для всех на странице аукциона, как только лот опубликован',
    ),
  },
  fields: [
    {
      type: 'row',
      fields: [
        {
          name: 'kind',
          type: 'select',
          required: true,
          label: words('Вид документа', 'Document type', 'Вид документа'),
          admin: { width: '50%' },
          options: [
            { value: 'draft_agreement', label: words('Проєкт договору', 'Draft agreement', 'Проект договора') },
            {
              value: 'quality_certificate',
              label: words('Сертифікат якості', 'Quality certificate', 'Сертификат качества'),
            },
            { value: 'delivery_schedule', label: words('Графік поставки', 'Delivery schedule', 'График поставки') },
          ],
        },
        {
          name: 'language',
          type: 'select',
          required: true,
          defaultValue: 'uk',
          label: words('Мова документа', 'Document language', 'Язык документа'),
          admin: { width: '50%' },
          options: [
            { value: 'uk', label: 'Українська' },
            { value: 'en', label: 'English' },
            { value: 'ru', label: 'Русский' },
          ],
        },
      ],
    },
    {
      name: 'file',
      type: 'upload',
      relationTo: 'media',
      required: true,
      filterOptions: { mimeType: { equals: 'application/pdf' } },
      label: words('Файл PDF', 'PDF file', 'Файл PDF'),
    },
  ],
}
