import type { NotificationChannel, NotificationTopic } from '@/lib/contract/notifications'
import type { LetterKind } from './payloads'

/** `always`: cannot be turned off, because an account or an obligation hangs on it. Otherwise what holds until one chooses. */
type Default = 'always' | 'on' | 'off'

/** Whoever turned push notices on in a browser has asked for them; only news of other auctions are asked for apart. */
export const topics: Record<NotificationTopic, Record<NotificationChannel, Default>> = {
  outbid: { email: 'on', push: 'on' },
  course: { email: 'on', push: 'on' },
  applications: { email: 'on', push: 'on' },
  results: { email: 'on', push: 'on' },
  obligations: { email: 'always', push: 'on' },
  answers: { email: 'on', push: 'on' },
  new_auctions: { email: 'off', push: 'off' },
  account: { email: 'always', push: 'on' },
}

interface Kind {
  topic: NotificationTopic
  /** Fit for a notice on a screen that others may see: no links that prove anything. */
  push: boolean
}

const told = (topic: NotificationTopic): Kind => ({ topic, push: true })
const written = (topic: NotificationTopic): Kind => ({ topic, push: false })

/** The kinds that go to buyers, by topic; null: to managers and customers, who choose nothing here. */
export const kinds: Record<LetterKind, Kind | null> = {
  outbid: told('outbid'),
  auction_started: told('course'),
  auction_ended: told('course'),
  auction_unsuccessful: told('course'),
  application_confirmed: told('applications'),
  application_rejected: told('applications'),
  winner_confirmed: told('results'),
  winner_disqualified: told('results'),
  auction_result: told('results'),
  partial_offer: told('obligations'),
  auction_cancelled: told('obligations'),
  chat_message: told('answers'),
  feedback_answered: told('answers'),
  auction_announced: told('new_auctions'),
  account_confirmed: told('account'),
  account_reactivated: told('account'),
  account_deactivated: written('account'),
  email_confirmation: written('account'),
  email_change: written('account'),
  password_reset: written('account'),
  email_changed: written('account'),
  password_changed: written('account'),
  two_factor_enabled: written('account'),
  two_factor_disabled: written('account'),
  recovery_code_used: written('account'),
  deletion_refused: written('account'),
  account_erased: null,
  deletion_requested: null,
  application_received: null,
  partial_accepted: null,
  partial_refused: null,
  account_waiting: null,
  account_updated: null,
  document_uploaded: null,
  order_received: null,
  order_confirmation: null,
  order_status: null,
  feedback_received: null,
  staff_letter: null,
}
