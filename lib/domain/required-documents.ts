/** What accreditation asks for, in the order in which it is asked. */
export const REQUIRED_DOCUMENTS = ['register_extract', 'charter', 'balance_sheet', 'licence', 'questionnaire'] as const
export type RequiredDocument = (typeof REQUIRED_DOCUMENTS)[number]

/** The kinds that are still missing, in the order in which they are asked for. */
export function missingDocuments(documents: readonly { readonly kind: string }[]): RequiredDocument[] {
  return REQUIRED_DOCUMENTS.filter((kind) => !documents.some((document) => document.kind === kind))
}
