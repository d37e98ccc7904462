import type { CompanyDocument } from '@/lib/contract/documents'

/** What accreditation asks for (identifiers of the market); `other` is as wished. */
export const NEEDED_DOCUMENTS = ['register_extract', 'charter', 'balance_sheet', 'licence', 'questionnaire'] as const

/** The kinds that are still missing, in the order in which they are asked for. */
export function missingDocuments(documents: readonly Pick<CompanyDocument, 'kind'>[]) {
  return NEEDED_DOCUMENTS.filter((kind) => !documents.some((document) => document.kind === kind))
}
