// Written by `npm run email:values`, from messages/uk.json.

/** One of these names chooses its text; any other value gets that for `other`. */
export interface Choice<Option extends string> {
  readonly option: Option
}

/** The values that the texts of each email need. */
export interface EmailValues {
  application_confirmed: {
    number: string | number
    participant: string | number
    start: string | number
  }
  application_rejected: {
    number: string | number
    cause: Choice<'manager' | 'not_confirmed_before_start'>
  }
  deposit_settled: {
    number: string | number
    outcome: Choice<'applied' | 'returned'>
  }
  deposit_received: {
    covers: Choice<'no' | 'yes'>
    number: string | number
  }
  deposit_reminder: {
    number: string | number
    due: string | number
  }
  deposit_due: {
    number: string | number
    due: string | number
  }
  auction_started: {
    number: string | number
    end: string | number
  }
  outbid: {
    nothing: Choice<'true'>
    number: string | number
    quantity: string | number
    end: string | number
  }
  ceiling_reached: {
    number: string | number
    nothing: Choice<'true'>
    quantity: string | number
    end: string | number
  }
  auction_cancelled: {
    number: string | number
    following: Choice<'true'>
  }
  auction_halted: {
    number: string | number
  }
  auction_resumed: {
    number: string | number
    resumes: string | number
    end: string | number
  }
  winner_confirmed: {
    changed: Choice<'true'>
    number: string | number
    quantity: string | number
    before: string | number
  }
  win_withdrawn: {
    number: string | number
    before: string | number
  }
  winner_disqualified: {
    number: string | number
  }
  auction_result: {
    number: string | number
    outcome: Choice<'outbid' | 'passed_over' | 'refused'>
    sold: Choice<'true'>
  }
  agreement_ready: {
    awaits: Choice<'buyer' | 'none'>
    number: string | number
    agreement: string | number
  }
  partial_offer: {
    late: Choice<'true'>
    number: string | number
    quantity: string | number
    answerBy: string | number
    again: Choice<'true'>
    kept: string | number
  }
  application_received: {
    completed: Choice<'true'>
    number: string | number
    company: string | number
    missing: number
    uploaded: string | number
    required: string | number
  }
  partial_accepted: {
    number: string | number
    participant: string | number
    quantity: string | number
  }
  partial_refused: {
    by: Choice<'system'>
    number: string | number
    participant: string | number
    quantity: string | number
  }
  auction_unsuccessful: {
    number: string | number
    confirmed: string | number
    minimum: string | number
    toManagers: Choice<'true'>
  }
  auction_ended: {
    number: string | number
    toManagers: Choice<'true'>
  }
  chat_message: {
    ofAgreement: Choice<'true'>
    toManagers: Choice<'true'>
    agreement: string | number
    company: string | number
    number: string | number
  }
  question_asked: {
    number: string | number
    company: string | number
    open: Choice<'true'>
    deadline: string | number
  }
  question_answered: {
    number: string | number
    question: string | number
  }
  question_rejected: {
    number: string | number
    text: string | number
  }
  email_confirmation: {
    company: string | number
    until: string | number
  }
  email_change: {
    company: string | number
    until: string | number
  }
  password_reset: {
    company: string | number
    until: string | number
  }
  email_changed: {
    company: string | number
  }
  password_changed: {
    company: string | number
  }
  two_factor_enabled: {
    company: string | number
  }
  two_factor_disabled: {
    by: Choice<'owner' | 'reset'>
    company: string | number
  }
  recovery_code_used: {
    company: string | number
    left: string | number
  }
  deletion_refused: {
    company: string | number
  }
  account_erased: {
    scope: Choice<'person'>
    company: string | number
  }
  deletion_requested: {
    about: Choice<'owners' | 'person'>
    company: string | number
    by: string | number
  }
  account_confirmed: {
    company: string | number
  }
  account_rejected: {
    company: string | number
  }
  account_deactivated: {
    company: string | number
  }
  account_reactivated: {
    company: string | number
  }
  account_waiting: {
    company: string | number
    sameEdrpou: number
  }
  account_updated: {
    company: string | number
  }
  document_uploaded: {
    company: string | number
    count: number
    attachment: Choice<'all' | 'some'>
  }
  agreement_signed: {
    verified: Choice<'true'>
    company: string | number
    number: string | number
  }
  agreement_in_force: {
    number: string | number
    signed: Choice<'checked' | 'paper'>
    by: string | number
    day: string | number
  }
  order_received: {
    number: string | number
    company: string | number
    quantity: string | number
    product: string | number
  }
  order_confirmation: {
    number: string | number
    product: string | number
    quantity: string | number
  }
  order_status: {
    status: Choice<'done' | 'in_work'>
    number: string | number
  }
  feedback_received: {
    number: string | number
    company: string | number
    subject: string | number
    attachment: Choice<'attached' | 'none'>
  }
  feedback_answered: {
    number: string | number
    subject: string | number
  }
  auction_announced: {
    number: string | number
    title: string | number
    start: string | number
    deadline: string | number
  }
  subscription_confirmation: {
    kind: string | number
    until: string | number
  }
  invitation: {
    company: string | number
    role: Choice<'owner' | 'trader'>
    until: string | number
  }
  access_requested: {
    company: string | number
  }
  token_made: {
    company: string | number
    name: string | number
    by: string | number
    scope: Choice<'bid'>
    until: string | number
  }
  documents_address_changed: {
    company: string | number
    none: Choice<'true'>
    email: string | number
  }
  access_granted: {
    company: string | number
    role: Choice<'owner' | 'trader'>
  }
  access_refused: {
    company: string | number
  }
  role_changed: {
    company: string | number
    role: Choice<'owner' | 'trader'>
  }
  person_removed: {
    company: string | number
  }
  person_deactivated: {
    company: string | number
  }
  person_reactivated: {
    company: string | number
  }
  fulfilment_news: {
    event: Choice<
      | 'act_in_force'
      | 'act_made'
      | 'due_soon'
      | 'due_today'
      | 'ended_early'
      | 'invoice_cancelled'
      | 'invoice_issued'
      | 'late'
      | 'loading_confirmed'
      | 'loading_moved'
      | 'loading_refused'
      | 'overpayment_returned'
      | 'payment_counted'
      | 'payment_reversed'
      | 'penalty_claimed'
    >
    document: string | number
    amount: string | number
    claim: Choice<'true'>
    day: string | number
    number: string | number
  }
  fulfilment_task: {
    event: Choice<'loading_agreed' | 'loading_moved' | 'loading_requested' | 'loading_withdrawn'>
    company: string | number
    day: string | number
    document: string | number
    number: string | number
  }
}
