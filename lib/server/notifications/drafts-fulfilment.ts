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
        claim: payload.is_claim,
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
async function missingOf({ db }: DraftContext, id: number, invoiceId: number | null): Promise<string | null> {
  const { rows } = await db.query<{ missing: string | null }>(
    `select unpaid ->> $2 as missing from portal.fulfilments where agreement_id = $1 and board <> 'closed'`,
    [id, String(invoiceId)],
  )
  return rows[0]?.missing ?? null
}
