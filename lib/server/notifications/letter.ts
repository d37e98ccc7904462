import type { Language } from '@/lib/contract/primitives'
import type { Attachment } from './draft'

/** A letter ready to be sent. */
export interface Letter {
  /** Made from the outbox row, the same at every attempt: a mailbox that got it twice can tell. */
  messageId: string
  to: string[]
  language: Language
  /** The sender's name; its address is the transport's. */
  fromName: string
  replyTo: string | null
  subject: string
  html: string
  text: string
  attachments: Attachment[]
  /** Stops letters of this kind at one request (RFC 8058); null where the account cannot stop them. */
  unsubscribeHref: string | null
  /** What is taken out of the letter before it is kept for the back office. */
  secrets: string[]
}

/** The letter without what would let its reader act for the recipient. */
export function withoutSecrets(letter: Letter): Letter {
  const hide = (text: string) => letter.secrets.reduce((hidden, secret) => hidden.replaceAll(secret, '…'), text)
  return { ...letter, html: hide(letter.html), text: hide(letter.text) }
}
