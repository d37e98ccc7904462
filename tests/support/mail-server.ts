import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface ReceivedEmail {
  /** The envelope's recipients. */
  recipients: string[]
  email: Email
  raw: string
}

export interface MailServer {
  url: string
  emails: ReceivedEmail[]
  /** Emails to this address. */
  to(address: string): ReceivedEmail[]
  /** Refuses the next `count` emails with an SMTP code. */
  refuse(count: number, code: number): void
  /** Refuses this recipient with an SMTP code and words, in answer to RCPT TO. */
  refuseRecipient(address: string, code: number, words: string): void
  takeRecipient(address: string): void
  /** Delays the acceptance of each email. */
  slowDownBy(milliseconds: number): void
  /** Registers a listener for received emails. */
  onEmail(listener: (email: ReceivedEmail) => void): void
  /** Resolves with the next email. */
  next(): Promise<ReceivedEmail>
  stop(): Promise<void>
}

/** Starts a real SMTP server on this machine that stores its emails. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const emails: ReceivedEmail[] = []
  const waiting: ((email: ReceivedEmail) => void)[] = []
  const listeners: ((email: ReceivedEmail) => void)[] = []
  const refused = new Map<string, { code: number; words: string }>()
  let refusals = { count: 0, code: 451 }
  let delayMs = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      const refusal = refused.get(address)
      done(refusal && Object.assign(new Error(refusal.words), { responseCode: refusal.code }))
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (refusals.count > 0) {
          refusals.count -= 1
          return done(Object.assign(new Error('Not now'), { responseCode: refusals.code }))
        }
        const raw = Buffer.concat(chunks)
        void PostalMime.parse(raw).then((email) => {
          const received = {
            recipients: session.envelope.rcptTo.map(({ address }) => address),
            email,
            raw: raw.toString('utf8'),
          }
          emails.push(received)
          for (const notify of [...listeners, ...waiting.splice(0)]) notify(received)
          if (delayMs === 0) done()
          else setTimeout(done, delayMs)
        }, done)
      })
    },
  })
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  server.removeAllListeners('error')
  server.on('error', () => undefined)
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    emails,
    to: (address) => emails.filter(({ recipients }) => recipients.includes(address)),
    refuse(count, code) {
      refusals = { count, code }
    },
    refuseRecipient: (address, code, words) => void refused.set(address, { code, words }),
    takeRecipient: (address) => void refused.delete(address),
    slowDownBy(milliseconds) {
      delayMs = milliseconds
    },
    onEmail: (listener) => void listeners.push(listener),
    next: () => new Promise((resolve) => waiting.push(resolve)),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
