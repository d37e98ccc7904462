import * as z from 'zod'
import { endpoint } from './endpoint'
import { feedbackStatus } from './feedback'
import { accountFilters } from './manager-accounts'
import { auditFilters } from './manager-office'
import { id, language } from './primitives'

/** Beyond this a table is narrowed by its filters first; the last row of the file says so. */
export const maxExportedRows = 20_000

const lang = { lang: language.default('uk') }
const shared = {
  access: 'manager',
  answers: 'file',
  response: z.file(),
  rateLimit: { requests: 20, seconds: 60 },
} as const

/** Tables as XLSX, in the language of whoever asks; each is noted in the audit trail. */
export const managerExportsEndpoints = {
  exportAccounts: endpoint('/api/manager/export/accounts', {
    ...shared,
    summary: 'Accounts as XLSX, filtered as the list is',
    request: z.strictObject({ ...accountFilters, ...lang }),
  }),
  exportApplications: endpoint('/api/manager/export/applications', {
    ...shared,
    summary: 'An auction’s applications as XLSX; price and quantity only once they are unsealed (R2.3)',
    request: z.strictObject({ auction_id: id, ...lang }),
    errors: ['not_found'],
  }),
  exportBids: endpoint('/api/manager/export/bids', {
    ...shared,
    summary: 'An auction’s bids with names as XLSX',
    request: z.strictObject({ auction_id: id, ...lang }),
    errors: ['not_found'],
  }),
  exportWinners: endpoint('/api/manager/export/winners', {
    ...shared,
    summary: 'An auction’s allocation with names as XLSX',
    request: z.strictObject({ auction_id: id, ...lang }),
    errors: ['not_found', 'auction_not_in_selection'],
  }),
  exportOrders: endpoint('/api/manager/export/orders', {
    ...shared,
    summary: 'Orders of the shop as XLSX',
    request: z.strictObject({ status: z.enum(['new', 'in_work', 'done', 'declined', 'spam']).optional(), ...lang }),
  }),
  exportFeedback: endpoint('/api/manager/export/feedback', {
    ...shared,
    summary: 'What buyers wrote and were answered, as XLSX',
    request: z.strictObject({ status: feedbackStatus.optional(), ...lang }),
  }),
  exportAgreements: endpoint('/api/manager/export/agreements', {
    ...shared,
    summary: 'Agreements as XLSX',
    request: z.strictObject({ status: z.enum(['current', 'archived']).optional(), ...lang }),
  }),
  exportAudit: endpoint('/api/manager/export/audit', {
    ...shared,
    summary: 'The audit trail as XLSX, filtered as the list is',
    request: z.strictObject({ ...auditFilters, ...lang }),
  }),
}
