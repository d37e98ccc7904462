import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Email } from './email'
import { isRecipientRefused, type RefusedAddress } from './refusals'

/** The email in nodemailer's form. `from`: an address without a name. */
function messageOf(email: Email, from: string) {
  return {
    messageId: email.messageId,
    from: { name: email.fromName, address: from },
    replyTo: email.replyTo ?? undefined,
    to: email.to,
    subject: email.subject,
    text: email.text,
    html: email.html,
    attachments: email.attachments.map(({ name, mediaType, content }) => ({
      filename: name,
      contentType: mediaType,
      content,
    })),
    headers: {
      // Suppresses automatic replies (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'Content-Language': email.language,
      ...(email.unsubscribeHref !== null && {
        'List-Unsubscribe': `<${email.unsubscribeHref}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    // An email's content must never make the server read files or fetch addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** An email that was accepted for at least one of its recipients. */
export interface Accepted {
  /** Names recipients that were not accepted. */
  note: string | null
  accepted: string[]
  /** Those of the others whose mailbox refuses emails for good. */
  refused: RefusedAddress[]
}

export interface Transport {
  /**
   * Resolves once the email is accepted.
   *
   * @throws {Unreachable} if the server accepts no emails now; {Rejected} if it refused this one
   */
  send(email: Email): Promise<Accepted>
  close(): void
}

/** The mail server refused the email for all of its recipients. */
export class Rejected extends Error {
  override name = 'Rejected'
  readonly refused: readonly RefusedAddress[]
  /** Every recipient's mailbox refuses emails for good: sending again is of no use. */
  readonly isFinal: boolean
  constructor(message: string, refused: readonly RefusedAddress[], recipients: number, cause: unknown) {
    super(message, { cause })
    this.refused = refused
    this.isFinal = recipients > 0 && refused.length === recipients
  }
}

/** The mail server is unreachable or refuses connections: other emails would fail too. */
export class Unreachable extends Error {
  override name = 'Unreachable'
}

/**
 * For a portal without a mail server: each email becomes two files, `.eml` for mail programs and `.html` for browsers,
 * readable by the portal's own account alone. The same email sent again replaces its files.
 */
export function createFolderTransport({ directory, from }: { directory: string; from: string }): Transport {
  const mailer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    async send(email) {
      const { message } = await mailer.sendMail(messageOf(email, from))
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const name = nameOf(email)
      await writeWhole(join(directory, `${name}.eml`), message as Buffer)
      await writeWhole(join(directory, `${name}.html`), email.html)
      return { note: null, accepted: email.to, refused: [] }
    },
    close: () => undefined,
  }
}

function nameOf({ messageId }: Email): string {
  return messageId.replace(/^<|@.*$/g, '').replace(/[^\w.-]/g, '_')
}

/** Atomic: readers never see a partial email. */
async function writeWhole(path: string, content: Buffer | string): Promise<void> {
  await writeFile(`${path}.part`, content, { mode: 0o600 })
  await rename(`${path}.part`, path)
}

interface SmtpOptions {
  /** smtp://user:password@host:587 or smtps://…; nodemailer's own options may be in its query. */
  url: string
  /** The sender's address. */
  from: string
}

/** More than one portal needs, and few enough for any mail server. */
const MAX_CONNECTIONS = 3

/** nodemailer's error codes for an unreachable server. */
const UNREACHABLE = new Set([
  'ECONNECTION',
  'ESOCKET',
  'ETIMEDOUT',
  'EDNS',
  'ETLS',
  'EREQUIRETLS',
  'EPROXY',
  'EAUTH',
  'ENOAUTH',
  'EOAUTH2',
])
/** "Service not available, closing transmission channel" (RFC 5321). */
const CLOSING = 421

export function createSmtpTransport({ url, from }: SmtpOptions): Transport {
  const mailer = createTransport({
    pool: true,
    url,
    maxConnections: MAX_CONNECTIONS,
    // Bounds the total, well within the time for which an email is claimed.
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 60_000,
    // A connection that breaks while an email is on it may have delivered it: only the outbox decides to send again.
    maxRequeues: 0,
  })
  // Idle connections that break are replaced; an email on one is rejected by its own promise.
  mailer.on('error', () => undefined)
  return {
    async send(email) {
      try {
        const { rejected, rejectedErrors } = await mailer.sendMail(messageOf(email, from))
        const left = new Set(rejected.map(String))
        return {
          note: rejected.length > 0 ? `refused: ${rejected.join(', ')}` : null,
          accepted: email.to.filter((address) => !left.has(address)),
          refused: refusedAddresses(rejectedErrors ?? []),
        }
      } catch (error) {
        if (isUnreachable(error)) throw new Unreachable(reasonOf(error), { cause: error })
        throw new Rejected(reasonOf(error), refusedBy(error, email), email.to.length, error)
      }
    },
    close: () => mailer.close(),
  }
}

interface MailError {
  message?: string
  code?: string
  responseCode?: number
  /** The server's answer. */
  response?: string
  command?: string
  recipient?: string
  /** One for each recipient, if all of them were refused. */
  rejectedErrors?: MailError[]
}

/** The recipients that an error of nodemailer says refuse emails for good. */
function refusedBy(error: unknown, { to }: Email): RefusedAddress[] {
  const { rejectedErrors, command, responseCode = 0, response = '' } = error as MailError
  if (rejectedErrors !== undefined) return refusedAddresses(rejectedErrors)
  // Some servers refuse an unknown recipient once they have the email.
  const [address] = to
  return command === 'DATA' &&
    address !== undefined &&
    to.length === 1 &&
    isRecipientRefused({ code: responseCode, text: response, to: 'email' })
    ? [{ address, reason: oneLine(response) }]
    : []
}

function refusedAddresses(errors: readonly MailError[]): RefusedAddress[] {
  return errors.flatMap(({ recipient, responseCode: code = 0, response: text = '' }) =>
    recipient !== undefined && isRecipientRefused({ code, text, to: 'recipient' })
      ? [{ address: recipient, reason: oneLine(text) }]
      : [],
  )
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').slice(0, 500)

function isUnreachable(error: unknown): boolean {
  const { code, responseCode } = error as MailError
  return responseCode === CLOSING || (code !== undefined && UNREACHABLE.has(code))
}

/** The server's answer in one line, without the email and without passwords. */
function reasonOf(error: unknown): string {
  const { message, code } = error as MailError
  return oneLine([code, message].filter(Boolean).join(': ')) || 'not sent'
}

/** By SMTP if a server is configured, else into `emails` in the data directory. */
export function chooseTransport(settings: { smtpUrl: string | null; mailFrom: string; dataDir: string }): Transport {
  const { smtpUrl, mailFrom, dataDir } = settings
  return smtpUrl === null
    ? createFolderTransport({ directory: join(dataDir, 'emails'), from: mailFrom })
    : createSmtpTransport({ url: smtpUrl, from: mailFrom })
}
