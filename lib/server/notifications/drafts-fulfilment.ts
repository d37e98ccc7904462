import { formatSum } from '@/lib/domain/money'
import { loadAgreement } from '@/lib/server/fulfilment/open-agreement'
import { type DraftContext, type Drafts, gone, reasonOf } from './draft'

const REMINDERS: ReadonlySet<string> = new Set(['due_soon', 'due_today', 'late'])

/** What happened to an agreement after it was signed (R16.8). */
export const fulfilmentDrafts = {
  fulfilment_news: async (payload, context) => {
    const { t, write, writer, links } = context
    const { agreement_id: id, number, event, document, day, reason } = payload
    const missing = REMINDERS.has(event) ? await missingOf(context, id, payload.invoice_id) : null
    if (REMINDERS.has(event) && missing === null) return { dropped: 'status_changed' }
    const sum = missing ?? payload.amount
    return {
      texts: write('fulfilment_news', {
        event,
        number,
        document,
        amount: sum === null ? '' : writer.amount(sum),
        day: day === null ? '' : writer.day(day),
      }),
      rows: [[t('labels.agreement'), number]],
      ...reasonOf(context, reason),
      href: links.ownFulfilment(id),
    }
  },

  fulfilment_task: async ({ agreement_id: id, company_id: companyId, number, event, document, day }, context) => {
    const { db, write, writer, links } = context
    const { rows } = await db.query<{ name: string }>(
      'select company_short_name as name from cms.companies where id = $1',
      [companyId],
    )
    const [company] = rows
    if (company === undefined) return gone
    const shownDay = day === null ? '' : writer.day(day)
    return {
      texts: write('fulfilment_task', { event, number, document, company: company.name, day: shownDay }),
      rows: [[context.t('labels.agreement'), number]],
      href: links.fulfilment(id),
    }
  },
} satisfies Partial<Drafts>

/** What is missing of an invoice now; null if nothing is. */
async function missingOf({ db, now }: DraftContext, id: number, invoiceId: number | null): Promise<string | null> {
  const agreement = await loadAgreement(db, id, { companyId: null, now })
  if (agreement === null || agreement.state.closedAt !== null) return null
  const invoice = agreement.state.invoices.find((each) => each.id === invoiceId)
  return invoice === undefined || invoice.missing <= 0n ? null : formatSum(invoice.missing)
}
