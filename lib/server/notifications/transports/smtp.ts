import { createTransport } from 'nodemailer'
import { messageOf } from './message'
import { type Transport, Unreachable } from './transport'

export interface SmtpOptions {
  /** smtp://user:password@host:587 or smtps://…; nodemailer's own options may stand in its query. */
  url: string
  /** The address that letters come from. */
  from: string
}

/** More than enough for one portal, and polite to the server. */
const connections = 3
const second = 1000

/** nodemailer's codes for a server that is not there, or does not talk to us. */
const unreachable = new Set(['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'ETLS', 'EREQUIRETLS', 'EPROXY', 'EAUTH', 'ENOAUTH', 'EOAUTH2'])
/** "Service not available, closing transmission channel" (RFC 5321). */
const closing = 421

export function createSmtpTransport({ url, from }: SmtpOptions): Transport {
  const mailer = createTransport({
    pool: true,
    url,
    maxConnections: connections,
    // Bounded in all, well within the time for which a letter is claimed.
    connectionTimeout: 10 * second,
    greetingTimeout: 10 * second,
    socketTimeout: 60 * second,
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
        throw isUnreachable(error) ? new Unreachable(reasonOf(error), { cause: error }) : new Error(reasonOf(error), { cause: error })
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
  return responseCode === closing || (code !== undefined && unreachable.has(code))
}

/** What the server said, in a line; never the letter, never a password. */
function reasonOf(error: unknown): string {
  const { message, code } = error as MailError
  return [code, message?.replace(/\s+/g, ' ')].filter(Boolean).join(': ').slice(0, 500) || 'not sent'
}
