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
  localizedTextarea('payment_terms', words('paymentTerms')),
  row(
    localizedText('payment_period', words('paymentPeriod')),
    localizedText('shipment_period', words('shipmentPeriod')),
  ),
  row(localizedText('resource', words('resource')), localizedText('transfer_point', words('transferPoint'))),
]

/** Papers of the lot that buyers read before they apply; a change after publication is in the audit trail and in the versions. */
export const documents: ArrayField = {
  name: 'documents',
  type: 'array',
  maxRows: 20,
  label: words('lotDocuments'),
  labels: names(words('document'), words('documents')),
  admin: {
    description: words('documentsHint'),
  },
  fields: [
    row(
      select('kind', words('documentType'), {
        draft_agreement: words('draftAgreement'),
        quality_certificate: words('qualityCertificate'),
        delivery_schedule: words('deliverySchedule'),
      }),
      languageSelect(words('documentLanguage')),
    ),
    file({ filterOptions: { mimeType: { equals: 'application/pdf' } } }, words('pdfFile')),
  ],
}
