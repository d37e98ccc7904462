import type { PayloadRequest } from 'payload'

/** A fault of one field that only the whole document shows, in words; null where there is none. */
export type FieldFault = (data: unknown, req: Pick<PayloadRequest, 'i18n'>) => string | null
