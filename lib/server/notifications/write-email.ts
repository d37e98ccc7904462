import * as z from 'zod'
import { language as languageSchema, type Language } from '@/lib/contract/primitives'
import type { Queryable } from '@/lib/server/platform/db/pool'
import type { Snapshots } from '@/lib/server/events/snapshots'
import type { LinkTokens } from '@/lib/server/platform/secrets'
import { createLinks, createWriter, type Draft, type DraftContext, type Drafts, type Dropped } from './draft'
import { accountDrafts } from './drafts-accounts'
import { isWanted, topics } from './preferences'
import { auctionDrafts } from './drafts-auctions'
import { depositDrafts } from './drafts-deposits'
import { fulfilmentDrafts } from './drafts-fulfilment'
import { formDrafts, subscriptionDrafts } from './drafts-forms'
import { type Recipient, readRecipient, readSender } from './details'
import { type Form, html, type Email, plainText } from './email'
import { emailTranslators } from './texts'
import type { OutboxRow } from './outbox'
import { type EmailKind, type EmailPayload, emailOf, emails } from '@/lib/server/jobs/emails'
import type { Unsubscribing } from './subscriptions'

export interface EmailDependencies {
  db: Queryable
  streams: Snapshots
  linkTokens: LinkTokens
  unsubscribing: Unsubscribing
  publicUrl: string
  managersEmails: () => Promise<string[]>
}

const drafts: Drafts = {
  ...auctionDrafts,
  ...depositDrafts,
  ...fulfilmentDrafts,
  ...accountDrafts,
  ...formDrafts,
  ...subscriptionDrafts,
}
/** The language of a recipient without an account is in the payload. */
const payloadWithLanguage = z.object({ language: languageSchema })
const MANAGERS_LANGUAGE: Language = 'uk'

/**
 * Writes the email of an outbox row in its recipient's language, or returns why it is obsolete.
 *
 * @throws if the payload does not have the shape of its kind, or there is no recipient yet
 */
export async function writeEmail(deps: EmailDependencies, row: OutboxRow, now: number): Promise<Email | Dropped> {
  const { topic, maxAge = Infinity } = emailOf(row.kind) ?? {}
  if (now - row.createdAt.getTime() > maxAge) return { dropped: 'too_late' }
  const { companyId, personId, email } = row
  const account = companyId === null ? null : await readRecipient(deps.db, { companyId, personId, email })
  const isUnaddressed = companyId !== null && personId === null && email === null
  if (isUnaddressed || (companyId !== null && account === null)) return { dropped: 'account_gone' }
  if (account && account.personId !== null && topic && !(await isWanted(deps.db, account.personId, topic, 'email')))
    return { dropped: 'unwanted' }
  const context = contextOf(deps, row, account, now)
  // An unproven address may be a stranger's: such an email shows the company's code instead of its name, which anyone can type.
  const isProven = account === null || (account.emailConfirmed && row.kind !== 'email_change')
  if (!isProven) context.company = `${context.t('labels.edrpou')} ${account.edrpou}`
  const draft = await draftOf(row.kind, row.payload, context)
  if ('dropped' in draft) return draft
  const to = draft.recipients ?? (account ? [account.email] : await deps.managersEmails())
  if (to.length === 0) throw new Error('no recipients: the portal has no managers')
  return renderEmail(deps, row, context, draft, to)
}

/** The context of a draft. Push notices use the same drafts, in the same language. */
export function contextOf(
  deps: Pick<EmailDependencies, 'db' | 'linkTokens' | 'publicUrl' | 'streams'> &
    Partial<Pick<EmailDependencies, 'unsubscribing'>>,
  row: Pick<OutboxRow, 'payload'>,
  account: Recipient | null,
  now: number,
): DraftContext {
  const language = account?.language ?? payloadWithLanguage.safeParse(row.payload).data?.language ?? MANAGERS_LANGUAGE
  return {
    db: deps.db,
    now,
    language,
    account,
    company: account?.name ?? '',
    ...emailTranslators[language],
    writer: createWriter(language),
    links: createLinks(deps.publicUrl, language),
    linkTokens: deps.linkTokens,
    streams: deps.streams,
    subscriptionLinks: deps.unsubscribing?.subscriptions,
  }
}

export async function draftOf<Kind extends EmailKind>(
  kind: Kind,
  payload: unknown,
  context: DraftContext,
): Promise<Draft | Dropped> {
  return drafts[kind](emails[kind].payload.parse(payload) as EmailPayload<Kind>, context)
}

async function renderEmail(
  deps: EmailDependencies,
  row: OutboxRow,
  context: DraftContext,
  draft: Draft,
  to: string[],
): Promise<Email> {
  const { language, t, account, links } = context
  const sender = await readSender(deps.db, language)
  const topic = emailOf(row.kind)?.topic
  const token =
    draft.stopToken ??
    (account && account.personId !== null && topic && topics[topic].email !== 'always'
      ? deps.unsubscribing.tokenOf(account.personId, topic)
      : null)
  const form: Form = {
    language,
    sender,
    homeHref: links.home(),
    draft,
    t,
    because:
      draft.because === undefined && account !== null
        ? t('footer.buyer', { company: context.company })
        : t(`footer.${draft.because ?? 'manager'}`),
    unsubscribeHref: token === null ? null : links.unsubscribe(token),
  }
  return {
    // A report about the email is believed by this id, so that it must not be guessed.
    messageId: `<email-${row.id}.${row.createdAt.getTime()}.${deps.linkTokens.tokenOf(`email ${row.id}`).slice(0, 16)}@${new URL(deps.publicUrl).hostname}>`,
    to,
    language,
    fromName: sender.name,
    replyTo: sender.supportEmail,
    subject: draft.texts.subject,
    html: html(form),
    text: plainText(form),
    attachments: draft.attachments ?? [],
    unsubscribeHref: token === null ? null : links.oneClickUnsubscribe(token),
    secrets: [...(draft.secrets ?? []), ...(token === null ? [] : [token])],
  }
}
