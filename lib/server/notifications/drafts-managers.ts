import {
  type Attachment,
  companyRows,
  type DraftContext,
  type Draft,
  type Drafts,
  type Dropped,
  gone,
} from './drafts-accounts'
import { about } from './drafts-auctions'
import type { Values } from './words'
import { readCompany, readContent, readFile } from './details'

type Kinds =
  | 'deletion_requested'
  | 'account_waiting'
  | 'account_updated'
  | 'document_uploaded'
  | 'partial_accepted'
  | 'partial_refused'
  | 'staff_letter'

/** Larger documents are opened in the back office: mail servers commonly refuse letters of more than 25 MB, a third of it encoding. */
const largestAttachment = 15 * 1024 * 1024

export const managerDrafts: Drafts<Kinds> = {
  partial_accepted: (payload, context) =>
    partialAnswer(payload, context, (values) => context.letter('partial_accepted', values)),
  partial_refused: ({ by, ...payload }, context) =>
    partialAnswer(payload, context, (values) => context.letter('partial_refused', { ...values, by })),

  account_waiting: async ({ account_id }, context) => {
    const company = await readCompany(context.db, account_id)
    if (company === null) return gone
    const { t, letter, links } = context
    return {
      words: letter('account_waiting', { company: company.name, sameEdrpou: company.sameEdrpou }),
      rows: [...companyRows(context, company), [t('labels.auctionKind'), t(`auctionKinds.${company.auctionKind}`)]],
      href: links.company(account_id),
    }
  },

  deletion_requested: async ({ account_id, comment }, context) => {
    const company = await readCompany(context.db, account_id)
    if (company === null) return gone
    return {
      words: context.letter('deletion_requested', { company: company.name }),
      rows: companyRows(context, company),
      quote: comment ?? undefined,
      href: context.links.company(account_id),
    }
  },

  account_updated: async ({ account_id, changes }, context) => {
    const { db, t, letter, links } = context
    const company = await readCompany(db, account_id)
    if (company === null) return gone
    return {
      words: letter('account_updated', { company: company.name }),
      rows: changes.map(({ field, before, after }) => [
        nameOf(context, `fields.${field}`, field),
        `${shown(context, field, after)} (${t('labels.before')}: ${shown(context, field, before)})`,
      ]),
      href: links.company(account_id),
    }
  },

  document_uploaded: async ({ account_id, file_id, name, document_kind }, { db, t, letter, links }) => {
    const company = await readCompany(db, account_id)
    if (company === null) return gone
    const file = await readFile(db, file_id)
    const content = file !== null && file.bytes <= largestAttachment ? await readContent(db, file_id) : null
    const attachments: Attachment[] =
      file !== null && content !== null ? [{ name: file.name, mediaType: file.mediaType, content }] : []
    const attachment = file === null ? 'deleted' : attachments.length > 0 ? 'attached' : 'too_large'
    return {
      words: letter('document_uploaded', { company: company.name, attachment }),
      rows: [
        [t('labels.company'), company.fullName],
        [t('labels.edrpou'), company.edrpou],
        [t('labels.documentKind'), t(`documentKinds.${document_kind}`)],
        [t('labels.document'), name],
      ],
      href: file === null ? links.company(account_id) : links.file(file_id),
      attachments,
    }
  },

  staff_letter: async ({ to, subject, html, token_id }, { linkTokens }) => {
    const token = token_id === undefined ? null : linkTokens.tokenOf(token_id)
    return {
      words: { subject, heading: subject, paragraphs: [] },
      // The queue holds no token: it is made here, and goes out with the letter alone.
      body: token === null ? html : html.replaceAll('{{link}}', token),
      recipients: [to].flat(),
      // A letter that Payload writes by itself may carry the link to a new password.
      secrets: [
        ...(token === null ? [] : [token]),
        ...[...html.matchAll(/\/reset\/([\w%-]+)/g)].flatMap((match) => match[1] ?? []),
      ],
    }
  },
}

/** What a queued change names may be no field and no type of auction any more: it is told as it stands. */
function nameOf({ t }: DraftContext, key: string, otherwise: string): string {
  const known = key as Parameters<typeof t.has>[0]
  return t.has(known) ? t(known) : otherwise
}

function shown(context: DraftContext, field: string, value: string): string {
  if (value === '') return '—'
  return field === 'auction_kind' ? nameOf(context, `auctionKinds.${value}`, value) : value
}

function partialAnswer(
  { auction_id, participant, quantity }: { auction_id: number; participant: number; quantity: string },
  context: DraftContext,
  words: (values: Values['partial_accepted']) => Draft['words'],
): Promise<Draft | Dropped> {
  return about(context, auction_id, (auction, values) => {
    const written = context.writer.quantity(quantity, auction.unit)
    return {
      words: words({ ...values, participant, quantity: written }),
      rows: [
        [context.t('labels.participant'), String(participant)],
        [context.t('labels.quantity'), written],
      ],
    }
  })
}
