import PostalMime, { type Attachment, type Email } from 'postal-mime'
import { enhancedCodeOf, isRecipientRefused } from './refusals'

/** What a mail server reports about an email that it took earlier and could not deliver. */
export interface DeliveryReport {
  messageId: string
  /** Null if the report does not name the recipient. */
  address: string | null
  /** The mail server's answer. */
  reason: string
  /** The address itself refuses emails; else the email was refused, for example as spam. */
  isRecipientRefused: boolean
}

/** The Message-IDs of the portal's emails (write-email.ts), wherever a report has them. */
const MESSAGE_ID = /<email-\d+\.\d+\.[\w-]+@[\w.-]+>/i

/**
 * The failures that a message of the mailbox for reports tells of: those of a standard report (RFC 3464) or, from Exim and
 * others that send none, of a message with X-Failed-Recipients. Delays, receipts, automatic replies and emails of people are none.
 */
export async function readDeliveryReport(source: Buffer | string): Promise<DeliveryReport[]> {
  const email = await PostalMime.parse(source, { attachmentEncoding: 'utf8', forceRfc822Attachments: true })
  const messageId = MESSAGE_ID.exec(
    [email.inReplyTo, email.references, ...email.attachments.map(textOf), email.text, email.html].join('\n'),
  )?.[0]
  if (messageId === undefined) return []
  const report = email.attachments.find(({ mimeType }) =>
    ['message/delivery-status', 'message/global-delivery-status'].includes(mimeType),
  )
  const failures = report ? failuresOf(textOf(report)) : namedFailures(email)
  return failures.map(({ address, status, answer }) => {
    const code = Number(/\b[45]\d\d\b/.exec(answer)?.[0] ?? 0)
    const text = enhancedCodeOf(answer) === undefined ? `${status} ${answer}`.trim() : answer
    return {
      messageId,
      address,
      reason: text.slice(0, 500) || 'not delivered',
      isRecipientRefused: isRecipientRefused({ code, text, to: 'recipient' }),
    }
  })
}

interface Failure {
  address: string | null
  status: string
  answer: string
}

const textOf = ({ content }: Attachment): string =>
  typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString('utf8')

/** A report's groups of fields: one for the email, then one for each recipient. */
function failuresOf(report: string): Failure[] {
  return report
    .replaceAll('\r\n', '\n')
    .replace(/\n[ \t]+/g, ' ')
    .split(/\n(?:[ \t]*\n)+/)
    .map((group) => (name: string) => new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(group)?.[1]?.trim() ?? '')
    .filter((field) => /^failed\b/i.test(field('Action')))
    .map((field) => ({
      // The first address is the one that the portal wrote to; the other one may be where it was forwarded.
      address: addressOf(field('Original-Recipient')) ?? addressOf(field('Final-Recipient')),
      status: /^\d\.\d+\.\d+/.exec(field('Status'))?.[0] ?? '',
      answer: field('Diagnostic-Code').replace(/^[\w-]+;\s*/, ''),
    }))
}

/** `rfc822; info@example.com` */
function addressOf(field: string): string | null {
  const address = field
    .slice(field.indexOf(';') + 1)
    .trim()
    .replace(/^<|>$/g, '')
  return address.includes('@') ? address.toLowerCase() : null
}

function namedFailures(email: Email): Failure[] {
  const named = email.headers.filter(({ key }) => key === 'x-failed-recipients').map(({ value }) => value)
  const lines = (email.text ?? '').split('\n').map((line) => line.trim())
  const answer = lines.find((line) => /\b5\d\d[ -]/.test(line)) ?? ''
  return named
    .flatMap((list) => list.split(','))
    .flatMap((address) => addressOf(address) ?? [])
    .map((address) => ({ address, status: '', answer }))
}
