import { ApiError } from '@/lib/api/problems'
import { FILE_FAULTS } from '@/lib/contract/documents'

/** The code of a refusal, or `offline` where no answer came. */
export type Fault = ApiError['code'] | 'offline'

export function faultOf(error: unknown): Fault {
  return error instanceof ApiError ? error.code : 'offline'
}

/** Error codes that share another code's text. */
const SAME_TEXT: Partial<Record<Fault, Fault>> = {
  service_unavailable: 'offline',
  application_not_found: 'not_found',
  question_not_found: 'not_found',
  auction_cancelled: 'auction_already_finished',
  ...Object.fromEntries(FILE_FAULTS.map((code) => [code, 'file_type_refused'])),
  file_empty: 'file_empty',
  file_archive_refused: 'file_archive_refused',
  file_archive_too_large: 'file_archive_too_large',
  file_archive_names_refused: 'file_archive_names_refused',
}

/** The code whose text is shown for a fault. */
export function textCodeOf(fault: Fault): Fault {
  return SAME_TEXT[fault] ?? fault
}

/** The address of the sign-in form, which returns to a page of the back office. */
export function signInPath(page: string): string {
  return `/office/login?${new URLSearchParams({ redirect: page })}`
}
