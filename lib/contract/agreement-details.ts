/** What agreements print of a company beside its identity (R15.3), without zod, which the cabinet's first script does not load. */
export const AGREEMENT_DETAILS = ['tax_number', 'bank', 'address', 'signatory', 'authority'] as const
export type AgreementDetail = (typeof AGREEMENT_DETAILS)[number]
