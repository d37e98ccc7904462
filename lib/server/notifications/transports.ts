import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Letter } from './letter'

/** The letter in nodemailer's form. `from`: an address without a name. */
function messageOf(letter: Letter, from: string) {
  return {
    messageId: letter.messageId,
    from: { name: letter.fromName, address: from },
    replyTo: letter.replyTo ?? undefined,
    to: letter.to,
    subject: letter.subject,
    text: letter.text,
    html: letter.html,
    attachments: letter.attachments.map(({ name, mediaType, content }) => ({
      filename: name,
      contentType: mediaType,
      content,
    })),
    headers: {
      // Suppresses automatic replies (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'Content-Language': letter.language,
      ...(letter.unsubscribeHref !== null && {
        'List-Unsubscribe': `<${letter.unsubscribeHref}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    // A letter's content must never make the server read files or fetch addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

export interface Transport {
  /**
   * Resolves once the letter is accepted; `note` names recipients that were refused.
   *
   * @throws {Unreachable} if the server accepts no letters now; another error if it refused this one
   */
  send(letter: Letter): Promise<{ note: string | null }>
  close(): void
}

/** The mail server is unreachable or refuses connections: other letters would fail too. */
export class Unreachable extends Error {
  override name = 'Unreachable'
}

/**
 * For a portal without a mail server: each letter becomes two files, `.eml` for mail programs and `.html` for browsers,
 * readable by the portal's own account alone. The same letter sent again replaces its files.
 */
export function createFolderTransport({ directory, from }: { directory: string; from: string }): Transport {
  const mailer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    async send(letter) {
      const { message } = await mailer.sendMail(messageOf(letter, from))
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const name = nameOf(letter)
      await writeWhole(join(directory, `${name}.eml`), message as Buffer)
      await writeWhole(join(directory, `${name}.html`), letter.html)
      return { note: null }
    },
    close: () => undefined,
  }
}

function nameOf({ messageId }: Letter): string {
  return messageId.replace(/^<|@.*$/g, '').replace(/[^\w.-]/g, '_')
}

/** Atomic: readers never see a partial letter. */
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
    // Bounds the total, well within the time for which a letter is claimed.
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 60_000,
    // A connection that breaks while a letter is on it may have delivered it: only the outbox decides to send again.
    maxRequeues: 0,
  })
  // Idle connections that break are replaced; a letter on one is rejected by its own promise.
  mailer.on('error', () => undefined)
  return {
    async send(letter) {
      try {
        const { rejected } = await mailer.sendMail(messageOf(letter, from))
        return { note: rejected.length > 0 ? `refused: ${rejected.join(', ')}` : null }
      } catch (error) {
        throw isUnreachable(error)
          ? new Unreachable(reasonOf(error), { cause: error })
          : new Error(reasonOf(error), { cause: error })
      }
    },
    close: () => mailer.close(),
  }
}

interface MailError {
  message?: string
  code?: string
  responseCode?: number
}

function isUnreachable(error: unknown): boolean {
  const { code, responseCode } = error as MailError
  return responseCode === CLOSING || (code !== undefined && UNREACHABLE.has(code))
}

/** The server's answer in one line, without the letter and without passwords. */
function reasonOf(error: unknown): string {
  const { message, code } = error as MailError
  return [code, message?.replace(/\s+/g, ' ')].filter(Boolean).join(': ').slice(0, 500) || 'not sent'
}

/** By SMTP if a server is configured, else into `letters` in the data directory. */
export function chooseTransport(settings: { smtpUrl: string | null; mailFrom: string; dataDir: string }): Transport {
  const { smtpUrl, mailFrom, dataDir } = settings
  return smtpUrl === null
    ? createFolderTransport({ directory: join(dataDir, 'letters'), from: mailFrom })
    : createSmtpTransport({ url: smtpUrl, from: mailFrom })
}
