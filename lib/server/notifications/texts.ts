import type { PersonRole } from '@/lib/contract/company'
import type { AgreementAwaits } from '@/lib/contract/cabinet'
import type { TokenScope } from '@/lib/contract/endpoint'
import type { DeletionRequest } from '@/lib/contract/personal-data'
import type { Language } from '@/lib/contract/primitives'
import { createTranslators } from '@/lib/server/platform/translators'
import en from './messages/en.json' with { type: 'json' }
import ru from './messages/ru.json' with { type: 'json' }
import uk from './messages/uk.json' with { type: 'json' }

/** An email's texts besides its rows and quotes. */
export interface EmailTexts {
  subject: string
  heading: string
  paragraphs: string[]
  /** The label of the button, if the email has one. */
  action?: string
  /** In small print below. */
  note?: string
}

/** "№ 12", "No. 12" */
interface Numbered {
  number: string
}

interface ForBoth extends Numbered {
  toManagers: boolean
}

interface Company {
  company: string
}

interface Link extends Company {
  until: string
}

/**
 * Arguments of each email's messages, already formatted for the language. Subscribers get the buyers' text about a new auction;
 * emails that the back office writes have no messages.
 */
export interface Values {
  application_confirmed: Numbered & { participant: number; start: string }
  application_rejected: Numbered & { cause: 'manager' | 'not_confirmed_before_start' | 'account_deactivated' }
  deposit_due: Numbered & { due: string }
  deposit_reminder: Numbered & { due: string }
  /** `unknown`: the application is over. */
  deposit_received: Numbered & { covers: 'yes' | 'no' | 'unknown' }
  deposit_settled: Numbered & { outcome: 'returned' | 'applied' | 'kept' }
  auction_started: Numbered & { end: string }
  outbid: Numbered & { quantity: string; nothing: boolean; end: string }
  ceiling_reached: Numbered & { quantity: string; nothing: boolean; end: string }
  auction_cancelled: Numbered & { following: boolean }
  auction_halted: Numbered
  auction_resumed: Numbered & { resumes: string; end: string }
  winner_confirmed: Numbered & { quantity: string; changed: boolean; before: string }
  win_withdrawn: Numbered & { before: string }
  winner_disqualified: Numbered
  auction_result: Numbered & { outcome: 'outbid' | 'passed_over' | 'refused' | 'disqualified'; sold: boolean }
  agreement_ready: Numbered & { agreement: string; awaits: AgreementAwaits }
  partial_offer: Numbered & { quantity: string; answerBy: string; late: boolean; again: boolean; kept?: string }
  application_received: Numbered & Company & { missing: number; uploaded: number; required: number; completed: boolean }
  partial_accepted: Numbered & { participant: number; quantity: string }
  partial_refused: Numbered & { participant: number; quantity: string; by: 'participant' | 'system' }
  auction_unsuccessful: ForBoth & { confirmed: number; minimum: number }
  auction_ended: ForBoth
  chat_message: ForBoth & Company
  question_asked: Numbered & Company & { open: boolean; deadline: string }
  question_answered: Numbered & { question: number }
  question_rejected: Numbered & { text: string }
  email_confirmation: Link
  email_change: Link
  password_reset: Link
  email_changed: Company
  password_changed: Company
  two_factor_enabled: Company
  two_factor_disabled: Company & { by: 'owner' | 'manager' | 'reset' }
  recovery_code_used: Company & { left: number }
  deletion_refused: Company
  account_erased: Company & { scope: DeletionRequest['scope'] }
  invitation: Link & { role: PersonRole }
  access_requested: Company
  documents_address_changed: Company & { none: boolean; email: string }
  token_made: Company & { name: string; scope: TokenScope; by: string; until: string }
  access_granted: Company & { role: PersonRole }
  access_refused: Company
  role_changed: Company & { role: PersonRole }
  person_removed: Company
  person_deactivated: Company
  person_reactivated: Company
  /** `owners`: to a company's owners, of all its data; the others go to the managers. */
  deletion_requested: Company & { about: DeletionRequest['scope'] | 'owners'; by: string }
  account_confirmed: Company
  account_rejected: Company
  account_deactivated: Company
  account_reactivated: Company
  account_waiting: Company & { sameEdrpou: number }
  account_updated: Company
  document_uploaded: Company & { attachment: 'attached' | 'too_large' | 'deleted' }
  agreement_signed: Company & { number: string; verified: boolean }
  /** `checked`: a manager checked signatures that the portal could not verify. */
  agreement_in_force: { number: string; signed: 'paper' | 'checked' | 'verified'; by: string; day: string }
  order_received: Numbered & Company & { product: string; quantity: string }
  order_confirmation: Numbered & { product: string; quantity: string }
  order_status: Numbered & { status: 'in_work' | 'done' | 'declined' }
  feedback_received: Numbered & Company & { subject: string; attachment: 'none' | 'attached' | 'too_large' }
  feedback_answered: Numbered & { subject: string }
  auction_announced: Numbered & { title: string; start: string; deadline: string }
  subscription_confirmation: { kind: string; until: string }
}

const files: Record<Language, typeof uk> = { uk, en, ru }
const translators = createTranslators(files)

function createEmailTranslator(language: Language) {
  const t = translators[language]
  // Untyped: next-intl's types do not allow booleans, which ICU's select accepts.
  const translate = t as (key: string, values: object) => string
  return {
    /** Labels, the footer and everything else that emails share. */
    t,
    /** The texts of one email, without paragraphs that its values leave empty. */
    write<Kind extends keyof Values>(kind: Kind, values: Values[Kind]): EmailTexts {
      const messages: { paragraphs: string[]; action?: string; note?: string } = files[language].emails[kind]
      const part = (key: string) => translate(`emails.${kind}.${key}`, values)
      return {
        subject: part('subject'),
        heading: part('heading'),
        paragraphs: messages.paragraphs.map((_, at) => part(`paragraphs.${at}`)).filter(Boolean),
        action: messages.action && part('action'),
        note: messages.note && part('note'),
      }
    },
  }
}

export type EmailTranslator = ReturnType<typeof createEmailTranslator>

export const emailTranslators: Record<Language, EmailTranslator> = {
  uk: createEmailTranslator('uk'),
  en: createEmailTranslator('en'),
  ru: createEmailTranslator('ru'),
}
