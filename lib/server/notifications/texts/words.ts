import type { FeedbackTopic } from '@/lib/contract/feedback'
import type { LetterKind } from '@/lib/server/jobs/letters'

/**
 * What a language says. Values come written for the language already: numbers with their units, times in Kyiv, names
 * in quotation marks.
 */
export interface Words {
  labels: Record<Label, string>
  documentKinds: Record<
    'register_extract' | 'charter' | 'balance_sheet' | 'licence' | 'questionnaire' | 'other',
    string
  >
  /** Fields of an account, as they are called on its page. */
  fields: Record<Field, string>
  auctionKinds: Record<'gas_condensate' | 'natural_gas' | 'all', string>
  feedbackTopics: Record<FeedbackTopic, string>
  /** "15 200,00" → with the currency and the unit. */
  money: (amount: string) => string
  greeting: string
  /** The last words, with the name of who writes on a line of its own. */
  signOff: (sender: string) => string
  /** Why this letter came. */
  footer: {
    buyer: (company: string) => string
    manager: string
    customer: string
    former: string
    subscriber: string
    link: string
    entry: (seq: number) => string
    hours: string
    support: string
    unsubscribe: string
  }
  /** Under the button, before the address in full. */
  linkHint: string
  /** A subscriber reads of a new auction in the words that a buyer does. */
  letters: { [Kind in Exclude<LetterKind, 'subscription_auction'>]: (values: Values[Kind]) => LetterWords }
}

export interface LetterWords {
  subject: string
  heading: string
  paragraphs: string[]
  /** On the button, where the letter has one. */
  action?: string
  /** In small print below. */
  note?: string
}

export type Label =
  | 'auction'
  | 'start'
  | 'end'
  | 'participant'
  | 'quantity'
  | 'price'
  | 'sum'
  | 'answerBy'
  | 'reason'
  | 'company'
  | 'edrpou'
  | 'contact'
  | 'phone'
  | 'email'
  | 'document'
  | 'documentKind'
  | 'documents'
  | 'missing'
  | 'auctionKind'
  | 'before'
  | 'newEmail'
  | 'changedAt'
  | 'order'
  | 'product'
  | 'position'
  | 'comment'
  | 'topic'
  | 'about'
  | 'question'
  | 'files'
  | 'winningPrices'
  | 'averagePrice'
  | 'volumeSold'
  | 'ownPrice'

export type Field =
  | 'name'
  | 'surname'
  | 'patronymic'
  | 'phone'
  | 'iban'
  | 'auction_kind'
  | 'company_name'
  | 'company_short_name'
  | 'edrpou'
  | 'eic'

interface Auction {
  /** "№ 12", "No. 12" */
  number: string
  title: string
}

interface ForBoth extends Auction {
  toManagers: boolean
}

export interface Values {
  application_confirmed: Auction & { participant: number; start: string }
  application_rejected: Auction & { cause: 'manager' | 'not_confirmed_before_start' | 'account_deactivated' }
  auction_started: Auction & { end: string }
  outbid: Auction & { quantity: string; nothing: boolean; end: string }
  auction_cancelled: Auction
  winner_confirmed: Auction & { quantity: string }
  winner_disqualified: Auction
  auction_result: Auction & { outcome: 'outbid' | 'passed_over' | 'refused' | 'disqualified'; sold: boolean }
  partial_offer: Auction & { quantity: string; answerBy: string }
  application_received: Auction & { company: string; missing: number; of: number; completed: boolean }
  partial_accepted: Auction & { participant: number; quantity: string }
  partial_refused: Auction & { participant: number; quantity: string }
  auction_unsuccessful: ForBoth & { confirmed: number; minimum: number }
  auction_ended: ForBoth
  chat_message: ForBoth & { company: string }
  email_confirmation: { company: string; until: string }
  email_change: { company: string; until: string }
  password_reset: { company: string; until: string }
  email_changed: { company: string }
  password_changed: { company: string }
  two_factor_enabled: { company: string }
  two_factor_disabled: { company: string; by: 'owner' | 'manager' }
  recovery_code_used: { company: string; left: number }
  deletion_refused: { company: string }
  account_erased: { company: string }
  deletion_requested: { company: string }
  account_confirmed: { company: string }
  account_rejected: { company: string }
  account_deactivated: { company: string }
  account_reactivated: { company: string }
  account_waiting: { company: string; sameEdrpou: number }
  account_updated: { company: string }
  document_uploaded: { company: string; attachment: 'attached' | 'too_large' | 'deleted' }
  order_received: { number: string; company: string; product: string; quantity: string }
  order_confirmation: { number: string; product: string; quantity: string }
  order_status: { number: string; status: 'in_work' | 'done' | 'declined' }
  feedback_received: { number: string; company: string; subject: string; attachment: 'none' | 'attached' | 'too_large' }
  feedback_answered: { number: string; subject: string }
  auction_announced: Auction & { start: string; deadline: string }
  subscription_confirmation: { kind: string; until: string }
  staff_letter: { subject: string }
}
