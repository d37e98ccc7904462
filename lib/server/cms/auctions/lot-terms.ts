import type { ArrayField, Field } from 'payload'
import {
  file,
  languageSelect,
  localizedText,
  localizedTextarea,
  names,
  row,
  select,
  words,
} from '@/lib/server/cms/fields/basic-fields'

/** How the lot is paid for and handed over. */
export const terms: Field[] = [
  localizedTextarea('payment_terms', words('Умови оплати', 'Payment terms', 'Условия оплаты')),
  row(
    localizedText('payment_period', words('Строк оплати', 'Payment period', 'Срок оплаты')),
    localizedText('shipment_period', words('Строк відвантаження', 'Shipment period', 'Срок отгрузки')),
  ),
  row(
    localizedText('resource', words('Ресурс', 'Resource', 'Ресурс')),
    localizedText('transfer_point', words('Пункт передачі', 'Transfer point', 'Пункт передачи')),
  ),
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
    row(
      select('kind', words('Вид документа', 'Document type', 'Вид документа'), {
        draft_agreement: words('Проєкт договору', 'Draft agreement', 'Проект договора'),
        quality_certificate: words('Сертифікат якості', 'Quality certificate', 'Сертификат качества'),
        delivery_schedule: words('Графік поставки', 'Delivery schedule', 'График поставки'),
      }),
      languageSelect(words('Мова документа', 'Document language', 'Язык документа')),
    ),
    file({ filterOptions: { mimeType: { equals: 'application/pdf' } } }, words('Файл PDF', 'PDF file', 'Файл PDF')),
  ],
}
