/**
 * Everything that is kept of an account, by the file that tells of it; $1 is the account. What proves something (hashes of
 * passwords, tokens, codes) is kept of nobody in a form that could be handed out, and is left out.
 */
const price = (column: string) => `(${column} / 100.0)::numeric(14, 2)::text`
const quantity = (column: string) => `(${column} / 1000.0)::numeric(14, 3)::text`

export const keptData: Record<string, string> = {
  account: `select company.id, company.company_name, company.company_short_name, company.edrpou, company.eic, company.iban, company.surname, company.name,
      company.patronymic, company.email, company.phone, company.auction_kind::text, company.language::text, company.created_at, company.updated_at,
      company.created_at as rules_accepted_at, account.status, account.email_confirmed,
      (select changed_at from portal.credentials where account_id = company.id) as password_changed_at
    from cms.companies company join portal.accounts account on account.account_id = company.id where company.id = $1`,
  'email-confirmations': `select email, confirmed_at from portal.email_confirmations where account_id = $1 order by id`,
  'account-decisions': `select kind, reason, at from portal.account_decisions where account_id = $1 order by id`,
  applications: `select application.auction_id, application.number, ${price('application.price')} as price, ${quantity('application.quantity')} as quantity,
      ${quantity('application.minimum_quantity')} as minimum_quantity, application.received_at, application.sealed,
      (select json_agg(json_build_object('kind', decision.kind, 'participant', decision.participant, 'reason', decision.reason, 'at', decision.at) order by decision.at)
       from portal.application_decisions decision where decision.application_id = application.id) as decisions
    from portal.applications application where application.account_id = $1 order by application.id`,
  bids: `select auction_id, seq, participant, ${price('price')} as price, ${quantity('quantity')} as quantity, ${quantity('minimum_quantity')} as minimum_quantity,
      final, preliminary, received_at from portal.bids where account_id = $1 order by auction_id, seq`,
  agreements: `select agreement.number, agreement.auction_id, agreement.quantity, agreement.price, agreement.sum, agreement.deposit, agreement.starts_on, agreement.ends_on,
      agreement.status::text, agreement.created_at from cms.agreements agreement where agreement.company_id = $1 order by agreement.id`,
  chat: `select auction_id, author, text, sent_at from portal.chat_messages where account_id = $1 order by id`,
  feedback: `select topic::text, subject, message, status::text, answer, answered_at, created_at from cms.feedback where company_id = $1 order by id`,
  documents: `select id, kind, name, media_type, bytes, encode(sha256, 'hex') as sha256, uploaded_at, deleted_at from portal.files where account_id = $1 order by id`,
  sessions: `select user_agent, address, created_at, last_seen_at, expires_at, ended_at from portal.sessions where account_id = $1 order by created_at`,
  'second-factor': `select kind, address, at from portal.second_factor_events where account_id = $1 order by id`,
  letters: `select letter.kind, letter.recipients, letter.language, letter.subject, letter.written_at, letter.sent_at from portal.letters letter where letter.account_id = $1 order by letter.outbox_id`,
  'notification-choices': `select topic, channel, wanted, chosen_at from portal.notification_choices where account_id = $1 order by topic, channel`,
  'push-subscriptions': `select push_id, added_at from portal.push_subscriptions where account_id = $1 order by added_at`,
  'deletion-requests': `select comment, requested_at, withdrawn_at, decision, reason, decided_at from portal.deletion_requests where account_id = $1 order by id`,
}
