import { type Attachment, companyRows, type Drafts, gone } from './drafts-accounts'
import { readCompany, readContent, readFile } from './details'
import type { Field, Words } from './texts/words'

type Kinds = 'deletion_requested' | 'account_waiting' | 'account_updated' | 'document_uploaded' | 'staff_letter'

/** Larger documents are opened in the back office: mail servers commonly refuse letters of more than 25 MB, a third of it encoding. */
const largestAttachment = 15 * 1024 * 1024

export const managerDrafts: Drafts<Kinds> = {
  account_waiting: async ({ account_id }, context) => {
    const company = await readCompany(context.db, account_id)
    if (company === null) return gone
    const { words, links } = context
    return {
      words: words.letters.account_waiting({ company: company.name, sameEdrpou: company.sameEdrpou }),
      rows: [...companyRows(context, company), [words.labels.auctionKind, words.auctionKinds[company.auctionKind]]],
      href: links.company(account_id),
    }
  },

  deletion_requested: async ({ account_id, comment }, context) => {
    const company = await readCompany(context.db, account_id)
    if (company === null) return gone
    return {
      words: context.words.letters.deletion_requested({ company: company.name }),
      rows: companyRows(context, company),
      quote: comment ?? undefined,
      href: context.links.company(account_id),
    }
  },

  account_updated: async ({ account_id, changes }, { db, words, links }) => {
    const company = await readCompany(db, account_id)
    if (company === null) return gone
    return {
      words: words.letters.account_updated({ company: company.name }),
      rows: changes.map(({ field, before, after }) => [
        isField(words, field) ? words.fields[field] : field,
        `${shown(words, field, after)} (${words.labels.before}: ${shown(words, field, before)})`,
      ]),
      href: links.company(account_id),
    }
  },

  document_uploaded: async ({ account_id, file_id, name, document_kind }, { db, words, links }) => {
    const company = await readCompany(db, account_id)
    if (company === null) return gone
    const file = await readFile(db, file_id)
    const content = file !== null && file.bytes <= largestAttachment ? await readContent(db, file_id) : null
    const attachments: Attachment[] =
      file !== null && content !== null ? [{ name: file.name, mediaType: file.mediaType, content }] : []
    const attachment = file === null ? 'deleted' : attachments.length > 0 ? 'attached' : 'too_large'
    return {
      words: words.letters.document_uploaded({ company: company.name, attachment }),
      rows: [
        [words.labels.company, company.fullName],
        [words.labels.edrpou, company.edrpou],
        [words.labels.documentKind, words.documentKinds[document_kind]],
        [words.labels.document, name],
      ],
      href: file === null ? links.company(account_id) : links.file(file_id),
      attachments,
    }
  },

  staff_letter: async ({ to, subject, html, token_id }, { words, linkTokens }) => {
    const token = token_id === undefined ? null : linkTokens.tokenOf(token_id)
    return {
      words: words.letters.staff_letter({ subject }),
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

function isField(words: Words, name: string): name is Field {
  return name in words.fields
}

function shown(words: Words, field: string, value: string): string {
  if (field === 'auction_kind' && value in words.auctionKinds)
    return words.auctionKinds[value as keyof Words['auctionKinds']]
  return value === '' ? '—' : value
}
