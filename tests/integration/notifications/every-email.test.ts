import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Language } from '@/lib/contract/primitives'
import { matchRoute } from '@/lib/i18n/route-names'
import { emailKinds, type EmailKind } from '@/lib/server/jobs/emails'
import { applicationHandlers } from '@/lib/server/auctions/apply'
import { createStreamCache } from '@/lib/server/events/snapshots'
import { storeFile } from '@/lib/server/platform/files'
import { createLot } from '@/tests/integration/cms/support'
import {
  type AccountsPortal,
  linkTokens,
  openAccountsPortal,
  publicUrl,
  validCompany,
} from '@/tests/support/accounts-portal'
import { apply, fillInAgreementDetails, publishLot, testVault } from '@/tests/support/auction-house'
import { aLot, DEPOSIT_OF_3_PERCENT } from '@/tests/support/builders/lot'
import type { ReceivedEmail } from '@/tests/support/mail-server'

let portal: AccountsPortal
let auctionId: number
let entryHash: string
let laterId: number
let depositAuctionId: number
let fileId: number
let questionId = 0
let messageId: number
let orderId: number
let feedbackId: number
const accounts = {} as Record<Language, number>
const languages: Language[] = ['uk', 'en', 'ru']
const mailbox = (language: Language) => `${language}@buyer.test`
const managers = 'manager@portal.test'
const customer = 'customer@buyer.test'
const HOUR = 60 * 60_000
const SELLER_IBAN = 'UA903052992990004149123456789'

beforeAll(async () => {
  portal = await openAccountsPortal()
  const { pool } = portal.cms.database
  await portal.cms.payload.updateGlobal({
    slug: 'settings',
    data: {
      company_name: 'Полтавська газова компанія',
      support_email: 'help@portal.test',
      copyright: '©',
      working_hours: 'Пн–чт 09:00–18:00, пт 09:00–16:45',
    },
  })
  for (const lang of languages) {
    await portal.post('/api/auth/register', {
      ...validCompany,
      lang,
      email: mailbox(lang),
      company_short_name: 'ТОВ <Енерго & Ресурс>',
    })
    const { rows } = await pool.query<{ company_id: number }>(
      `select company_id from portal.accounts where email = $1`,
      [mailbox(lang)],
    )
    accounts[lang] = rows[0]?.company_id ?? 0
  }
  await fillInAgreementDetails(pool, Object.values(accounts))
  const lot = await createLot(portal.cms.payload)
  auctionId = lot.id
  laterId = (await createLot(portal.cms.payload)).id
  // Fixed days, which the expected emails below contain.
  for (const [id, day] of [
    [auctionId, '2026-11-24'],
    [laterId, '2026-11-25'],
  ]) {
    await pool.query(
      `update cms.auctions set starts_at = $2, application_deadline = $2, ends_at = $3, hard_end_at = $4 where id = $1`,
      [id, `${day}T08:00:00Z`, `${day}T10:00:00Z`, `${day}T11:00:00Z`],
    )
  }
  await pool.query(
    `with seller as (insert into cms.seller (edrpou, tax_number, eic, iban)
       values ('37027819', '370278126544', '56X0000000000001', $1) returning id)
     insert into cms.seller_locales (_parent_id, _locale, legal_name, bank, address, signatory, authority)
     select id, 'uk', 'ТОВ «Продавець»', 'АТ «Банк»', 'Київ', 'Директор', 'статут' from seller`,
    [SELLER_IBAN],
  )
  const bodies = [
    '{"seq":1,"kind":"announced","at":"2026-11-24T08:00:00.000Z","texts":{"uk":{"payment_period":"7 робочих днів"}}}',
    '{"seq":2,"kind":"question_answered","at":"2026-11-24T08:00:00.000Z","number":1,"asked_at":null,"language":"uk","texts":{"uk":{"question":"Чи є <естакада>?","answer":"Так, на 12 цистерн."}}}',
  ]
  for (const id of [auctionId, laterId]) {
    await pool.query(
      `insert into portal.auction_heads (auction_id, effective_end, hard_end) select id, ends_at, hard_end_at from cms.lots where id = $1`,
      [id],
    )
    entryHash = '0'.repeat(64)
    for (const [index, body] of bodies.entries()) {
      const previous = entryHash
      entryHash = createHash('sha256').update(`${previous}\n${body}`).digest('hex')
      await pool.query(
        `insert into portal.auction_log (auction_id, seq, at, kind, body, previous_hash, hash)
         values ($1, $2, '2026-11-24T08:00:00Z', ($3::json ->> 'kind'), $3, $4, $5)`,
        [id, index + 1, body, previous, entryHash],
      )
    }
  }
  await pool.query(
    `insert into cms.auctions_locales (_parent_id, _locale, title) values ($1, 'en', 'Gas condensate, 500 t')`,
    [auctionId],
  )
  const pdf = new File(
    ['%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'],
    'Статут.pdf',
  )
  const stored = await storeFile(
    pool,
    { companyId: accounts.uk, kind: 'charter' },
    { file: pdf, mediaType: 'application/pdf' },
  )
  fileId = stored.ok ? stored.answer.id : 0
  const { rows } = await pool.query<{ id: number }>(
    `insert into portal.chat_messages (auction_id, company_id, author, text, sent_at) values ($1, $2, 'buyer', E'Чи можливе відвантаження\nу <суботу>?', now()) returning id`,
    [auctionId, accounts.uk],
  )
  messageId = rows[0]?.id ?? 0
  const { rows: questions } = await pool.query<{ id: number }>(
    `insert into portal.questions (auction_id, company_id, person_id, language, text, asked_at, rejection, staff_id, decided_at)
     select $1, company_id, id, 'uk', 'Чи є <естакада>?', now(), 'Це вже є в умовах', 1, now() from portal.people where company_id = $2 returning id`,
    [auctionId, accounts.uk],
  )
  questionId = questions[0]?.id ?? 0
  const product = await portal.cms.payload.create({
    collection: 'products',
    data: { name: 'Газовий конденсат', summary: 'Стабільний', unit: 'т', minimum_volume: '25.000', sort_order: 1 },
  })
  const order = await portal.cms.payload.create({
    collection: 'orders',
    data: {
      number: 1001,
      product: product.id,
      volume: '60.000',
      unit: 'т',
      name: 'Іван <Коваль>',
      phone: '+380501234567',
      email: customer,
      company: 'ТОВ <Енерго & Ресурс>',
      position: 'директор',
      edrpou: '37027819',
      comment: 'Відвантаження\nу <суботу>?',
      language: 'uk',
      status: 'done',
    },
  })
  orderId = order.id
  const feedback = await portal.cms.payload.create({
    collection: 'feedback',
    data: {
      company: accounts.uk,
      topic: 'agreement',
      subject: 'Строк <договору>',
      message: 'Чи можна\nпродовжити?',
      file_ids: [fileId],
      status: 'answered',
      answer: 'Так, <на місяць>.',
    },
  })
  feedbackId = feedback.id
  const startsAt = Date.parse('2026-11-27T08:00:00.000Z')
  const times = { applicationDeadline: startsAt, startsAt, endsAt: startsAt + HOUR, hardEndAt: startsAt + 2 * HOUR }
  depositAuctionId = await publishLot(pool, aLot({ ...DEPOSIT_OF_3_PERCENT, ...times, depositDeadline: startsAt }))
  portal.auctions.add(depositAuctionId)
  await pool.query(
    `insert into portal.account_decisions (company_id, kind) select id, 'confirmed' from cms.companies company
     where not exists (select from portal.accounts where company_id = company.id and status = 'active')`,
  )
  const applying = applicationHandlers({
    pool,
    streams: createStreamCache({ pool, vault: testVault }),
    clock: portal.clock,
  })
  let edrpou = 0
  for (const companyId of Object.values(accounts)) {
    edrpou += 1
    await pool.query('update cms.companies set edrpou = $2 where id = $1', [companyId, String(edrpou)])
    const applied = await apply(
      { endpoints: { auctions: applying } } as never,
      { auctionId: depositAuctionId, companyId, at: startsAt - 48 * HOUR },
      { price: 14_000, quantity: 20 },
    )
    if (!applied.ok) throw new Error(applied.refusal.code)
    await pool.query(`update cms.companies set edrpou = '37027819' where id = $1`, [companyId])
  }
  // Emails about other auctions are sent only on request.
  await pool.query(
    `insert into portal.notification_choices (person_id, topic, channel, wanted, chosen_at)
     select id, 'new_auctions', 'email', true, now() from portal.people where company_id = any ($1)`,
    [Object.values(accounts)],
  )
  // The auction is running during the tests.
  portal.clock.set(Date.parse('2026-11-24T08:30:00.000Z'))
  await pool.query(`update portal.outbox set sent_at = now()`)
})
afterAll(() => portal.close())

async function issueLink(kind: string, language: Language): Promise<string> {
  const id = crypto.randomUUID()
  const token = linkTokens.tokenOf(id)
  const { pool } = portal.cms.database
  await pool.query(
    `update portal.one_time_tokens set voided_at = now()
     where person_id = (select min(id) from portal.people where company_id = $1) and kind = $2 and voided_at is null`,
    [accounts[language], kind],
  )
  await pool.query(
    `insert into portal.one_time_tokens (id, token_hash, kind, person_id, email, issued_at, expires_at)
     select $1, sha256(convert_to($2, 'UTF8')), $3, min(id), $5, to_timestamp(0), '2026-11-26T08:30:00Z' from portal.people where company_id = $4`,
    [id, token, kind, accounts[language], mailbox(language)],
  )
  return id
}

async function createToken(language: Language): Promise<number> {
  const { rows } = await portal.cms.database.pool.query<{ id: number }>(
    `insert into portal.api_tokens (token_hash, company_id, person_id, name, scope, addresses, created_at, expires_at)
     select sha256(random()::text::bytea), company_id, min(id), 'Робот', 'bid', '203.0.113.0/24', '2026-11-24T08:30:00Z', '2027-11-24T08:30:00Z'
     from portal.people where company_id = $1 group by company_id returning id`,
    [accounts[language]],
  )
  return rows[0]?.id ?? 0
}

async function invite(language: Language, companyId = accounts[language]): Promise<string> {
  const id = crypto.randomUUID()
  const { pool } = portal.cms.database
  await pool.query(
    `update portal.invitations set withdrawn_at = now() where email = $1 and accepted_at is null and withdrawn_at is null`,
    [customer],
  )
  await pool.query(
    `insert into portal.invitations (id, token_hash, company_id, email, role, invited_by, invited_at, expires_at)
     select $1, sha256(convert_to($2, 'UTF8')), $3, $4, 'trader', min(id), to_timestamp(0), '2026-12-01T08:30:00Z' from portal.people where company_id = $3`,
    [id, linkTokens.tokenOf(id), companyId, customer],
  )
  return id
}

/** Requests access for a person of another of these companies. */
async function requestAccess(language: Language): Promise<number> {
  const { rows } = await portal.cms.database.pool.query<{ id: number }>(
    `insert into portal.access_requests (company_id, person_id) select $1, max(id) from portal.people where company_id <> $1
     on conflict (company_id, person_id) do update set requested_at = excluded.requested_at returning id`,
    [accounts[language]],
  )
  return rows[0]?.id ?? 0
}

async function requestDeletion(language: Language, scope: 'company' | 'person') {
  const { rows } = await portal.cms.database.pool.query<{ company_id: number; person_id: number; comment: string }>(
    `select company_id, min(id) as person_id, 'Закриваємо фірму' as comment from portal.people where company_id = $1 group by 1`,
    [accounts[language]],
  )
  return { ...rows[0], scope }
}

async function subscribe(language: Language, confirmed: boolean): Promise<number> {
  const { rows } = await portal.cms.database.pool.query<{ id: number }>(
    `insert into portal.subscriptions (email, auction_kind, language, asked_at, counted_from, confirmed_at)
     values ($1, 'gas_condensate', $2, '2026-11-24T08:30:00Z', '2026-11-24T08:30:00Z', case when $3 then now() end)
     on conflict (email, auction_kind) do update set language = excluded.language, confirmed_at = excluded.confirmed_at returning id`,
    [customer, language, confirmed],
  )
  return rows[0]?.id ?? 0
}

async function insertAgreement(language: Language, soldIn = auctionId): Promise<number> {
  const { rows } = await portal.cms.database.pool.query<{ id: number }>(
    `insert into cms.agreements (number, company_id, auction_id, quantity, price, sum, status, starts_on, ends_on)
     values ($1, $2, $3, '300.000', '15200.00', '4560000.00', 'current', '2026-12-01', '2026-12-31')
     on conflict (number) do update set quantity = excluded.quantity returning id`,
    [`${soldIn === auctionId ? 7 : 8}/${language}`, accounts[language], soldIn],
  )
  return rows[0]?.id ?? 0
}

type Recipient = 'buyer' | 'managers' | 'customer'

interface Example {
  to: Recipient[]
  payload: (language: Language) => Promise<object> | object
  /** Texts that the email must contain. */
  says: Partial<Record<Language, string[]>>
}

const auction = () => ({ auction_id: auctionId })
const numbers = {
  uk: ['300 т', '15 200,00 грн/т', '4 560 000,00 грн'],
  en: ['300 t', '15 200.00 UAH/t', '4 560 000.00 UAH'],
  ru: ['300 т', '15 200,00 грн/т', '4 560 000,00 грн'],
}
const link = (kind: string, path: string): Example => ({
  to: ['buyer'],
  payload: async (language) => ({ token_id: await issueLink(kind, language), email: mailbox(language) }),
  says: {
    uk: ['26.11.2026, 10:30', path],
    en: ['26/11/2026, 10:30', `/en${path}`],
    ru: ['26.11.2026, 10:30', `/ru${path}`],
  },
})

/** A kind without an example does not compile. */
const examples: Record<EmailKind, Example> = {
  application_received: {
    to: ['managers'],
    payload: (language) => ({ ...auction(), application_id: 1, company_id: accounts[language] }),
    says: { uk: ['37027819', '/office/auctions/', 'Документів 1 з 5', 'Бракує'] },
  },
  application_confirmed: {
    to: ['buyer'],
    payload: () => ({ ...auction(), participant: 3 }),
    says: { uk: ['№ 3', '24.11.2026, 10:00'], en: ['No. 3', '24/11/2026, 10:00'], ru: ['№ 3'] },
  },
  application_rejected: {
    to: ['buyer'],
    payload: () => ({ ...auction(), by: 'manager', reason: 'Немає ліцензії' }),
    says: {
      uk: ['Вітаємо!', 'Причина', 'Немає ліцензії', 'З повагою,'],
      en: ['Hello,', 'Reason', 'Немає ліцензії', 'Kind regards,'],
    },
  },
  deposit_due: {
    to: ['buyer'],
    payload: () => ({ auction_id: depositAuctionId }),
    says: {
      uk: ['8 400,00 грн', 'UA903052992990004149123456789', 'RF'],
      en: ['8 400.00 UAH', 'Payment purpose'],
      ru: ['8 400,00 грн', 'Гарантийный взнос к оплате'],
    },
  },
  deposit_reminder: {
    to: ['buyer'],
    payload: () => ({ auction_id: depositAuctionId }),
    says: { uk: ['8 400,00 грн'], en: ['8 400.00 UAH'], ru: ['8 400,00 грн'] },
  },
  deposit_received: {
    to: ['buyer'],
    payload: () => ({ ...auction(), received: '217500.00' }),
    says: { uk: ['217 500,00 грн'], en: ['217 500.00 UAH'], ru: ['217 500,00 грн'] },
  },
  deposit_settled: {
    to: ['buyer'],
    payload: () => ({ ...auction(), outcome: 'kept', amount: '217500.00', reason: 'Відмова від договору' }),
    says: {
      uk: ['217 500,00 грн', 'Відмова від договору'],
      en: ['The deposit is kept'],
      ru: ['Гарантийный взнос удержан'],
    },
  },
  auction_started: { to: ['buyer'], payload: auction, says: { uk: ['24.11.2026, 12:00'], en: ['24/11/2026, 12:00'] } },
  outbid: {
    to: ['buyer'],
    payload: () => ({ ...auction(), provisional_quantity: '50.250' }),
    says: { uk: ['50,25 т'], en: ['50.25 t', '24/11/2026, 12:00'], ru: ['50,25 т'] },
  },
  ceiling_reached: {
    to: ['buyer'],
    payload: () => ({ ...auction(), provisional_quantity: '50.250' }),
    says: { uk: ['граничної ціни', '50,25 т'], en: ['ceiling', '50.25 t'], ru: ['предельной цены', '50,25 т'] },
  },
  auction_cancelled: {
    to: ['buyer'],
    payload: () => ({ ...auction(), reason: 'Аварія на установці' }),
    says: { uk: ['Аварія на установці'] },
  },
  auction_halted: {
    to: ['buyer'],
    payload: () => ({ ...auction(), reason: 'Аварія на газопроводі' }),
    says: { uk: ['призупинено', 'Аварія на газопроводі'], en: ['halted'], ru: ['приостановлены'] },
  },
  auction_resumed: {
    to: ['buyer'],
    payload: () => ({ ...auction(), resumes_at: '2026-11-24T09:05:00.000Z' }),
    says: { uk: ['24.11.2026, 11:05'], en: ['24/11/2026, 11:05'], ru: ['24.11.2026, 11:05'] },
  },
  winner_confirmed: {
    to: ['buyer'],
    payload: () => ({ ...auction(), quantity: '300.000', price: '15200.00' }),
    says: numbers,
  },
  win_withdrawn: {
    to: ['buyer'],
    payload: () => ({ ...auction(), before: '120.000' }),
    says: { uk: ['120 т', 'більше не серед'], en: ['120 t', 'no longer among'], ru: ['120 т', 'больше не среди'] },
  },
  winner_disqualified: {
    to: ['buyer'],
    payload: () => ({ ...auction(), reason: 'Відмова від договору' }),
    says: { uk: ['Відмова від договору'] },
  },
  auction_result: {
    to: ['buyer'],
    payload: () => ({
      ...auction(),
      outcome: 'passed_over',
      volume_sold: '500.000',
      lowest_price: '14900.00',
      final_price: '15200.00',
      average_price: '15140.00',
    }),
    says: {
      uk: ['менший за ваш мінімальний прийнятний обсяг', '14 900,00 – 15 200,00 грн/т', '500 т'],
      en: ['14 900.00 – 15 200.00 UAH/t', 'so none was allocated to you'],
      ru: ['15 140,00 грн/т'],
    },
  },
  agreement_ready: {
    to: ['buyer'],
    payload: async (language) => ({ ...auction(), agreement_id: await insertAgreement(language) }),
    says: {
      uk: [
        '№ 7/uk',
        '300 т',
        '15 200,00 грн/т',
        '4 560 000,00 грн',
        'Строк оплати',
        // As recorded: the lot itself has another period.
        '7 робочих днів',
        'КЕП',
        '/cabinet/agreements',
      ],
      en: ['No. 7/en', '300 t', '15 200.00 UAH/t', 'countersign', '/en/cabinet/agreements'],
      ru: ['№ 7/ru', '15 200,00 грн/т', 'КЭП', '/ru/cabinet/agreements'],
    },
  },
  partial_offer: {
    to: ['buyer'],
    payload: () => ({
      ...auction(),
      quantity: '60.000',
      price: '15000.00',
      answer_by: '2026-11-25T10:00:00.000Z',
    }),
    says: {
      uk: ['60 т', '15 000,00 грн/т', 'Сума з ПДВ', '900 000,00 грн', '25.11.2026, 12:00'],
      en: ['60 t', '15 000.00 UAH/t', 'Total incl. VAT', '900 000.00 UAH', '25/11/2026, 12:00'],
      ru: ['900 000,00 грн', 'будет распределён заново'],
    },
  },
  partial_accepted: {
    to: ['managers'],
    payload: () => ({ ...auction(), participant: 3, quantity: '60.000' }),
    says: { uk: ['№ 3', '60 т'] },
  },
  partial_refused: {
    to: ['managers'],
    payload: () => ({ ...auction(), participant: 3, quantity: '60.000', by: 'system' }),
    says: { uk: ['№ 3', '60 т', 'не відповів вчасно'], en: ['did not answer in time'], ru: ['не ответил вовремя'] },
  },
  auction_unsuccessful: {
    to: ['buyer', 'managers'],
    payload: () => ({ ...auction(), confirmed: 1, minimum: 2 }),
    says: { uk: ['щонайменше 2'], en: ['at least 2'], ru: ['не менее 2'] },
  },
  auction_ended: { to: ['buyer', 'managers'], payload: auction, says: { uk: ['24.11.2026, 12:00'] } },
  chat_message: {
    to: ['buyer', 'managers'],
    payload: (language) => ({ ...auction(), company_id: accounts[language], message_id: messageId }),
    says: { uk: ['у <суботу>?'] },
  },
  question_asked: {
    to: ['managers'],
    payload: (language) => ({ ...auction(), company_id: accounts[language], question_id: questionId }),
    says: { uk: ['Чи є <естакада>?', '/office/questions'] },
  },
  question_answered: {
    to: ['buyer'],
    payload: () => ({ ...auction(), number: 1 }),
    says: {
      uk: ['№ 1', 'Запитання:', 'Чи є <естакада>?', 'Відповідь:', 'Так, на 12 цистерн.'],
      en: ['No. 1', 'Question:', 'Answer:', 'Так, на 12 цистерн.'],
    },
  },
  question_rejected: {
    to: ['buyer'],
    payload: () => ({ ...auction(), question_id: questionId }),
    says: { uk: ['Чи є <естакада>?', 'Причина', 'Це вже є в умовах'] },
  },
  email_confirmation: link('email_confirmation', '/user-email-confirm/token/'),
  email_change: link('email_change', '/profile/user-email-confirm/token/'),
  password_reset: link('password_reset', '/password-reset/token/'),
  email_changed: {
    to: ['buyer'],
    payload: (language) => ({ email: mailbox(language), new_email: 'new@buyer.test' }),
    says: { en: ['new@buyer.test'] },
  },
  password_changed: {
    to: ['buyer'],
    payload: () => ({ at: '2026-11-24T08:00:00.000Z' }),
    says: { uk: ['24.11.2026, 10:00'] },
  },
  two_factor_enabled: {
    to: ['buyer'],
    payload: () => ({ at: '2026-11-24T08:00:00.000Z' }),
    says: { uk: ['24.11.2026, 10:00', 'Двоетапну перевірку увімкнено'] },
  },
  two_factor_disabled: {
    to: ['buyer'],
    payload: () => ({ at: '2026-11-24T08:00:00.000Z', by: 'manager' }),
    says: { en: ['A manager has turned'], ru: ['Менеджер выключил'] },
  },
  recovery_code_used: {
    to: ['buyer'],
    payload: () => ({ at: '2026-11-24T08:00:00.000Z', left: 9 }),
    says: { uk: ['резервних кодів: 9', 'Коли (Київ)'], en: ['codes left: 9', 'When (Kyiv)'] },
  },
  deletion_refused: {
    to: ['buyer'],
    payload: () => ({ reason: 'Договір ще діє' }),
    says: { uk: ['Договір ще діє'], en: ['declined', 'Reason'] },
  },
  account_erased: {
    to: ['customer'],
    payload: (language) => ({ email: customer, language, company: 'Енергоресурс', scope: 'company' }),
    says: { uk: ['Енергоресурс', 'персональні дані', 'закрито на ваш запит'], en: ['has been deleted'] },
  },
  invitation: {
    to: ['customer'],
    payload: async (language) => ({ invitation_id: await invite(language), language }),
    says: {
      uk: ['Роль: трейдер', '01.12.2026, 10:30 за київським часом', 'Прийняти запрошення'],
      en: ['Role: Trader', 'Accept the invitation'],
      ru: ['Роль: трейдер'],
    },
  },
  access_requested: {
    to: ['buyer'],
    payload: async (language) => ({ request_id: await requestAccess(language) }),
    says: { uk: ['Запит на доступ', 'Телефон', '+380'], en: ['requested access', 'Phone'] },
  },
  documents_address_changed: {
    to: ['buyer'],
    payload: () => ({ email: 'documents@buyer.test' }),
    says: { uk: ['documents@buyer.test'], en: ['documents@buyer.test'] },
  },
  token_made: {
    to: ['buyer'],
    payload: async (language) => ({ token_id: await createToken(language) }),
    says: { uk: ['Робот', 'робить ставки', '203.0.113.0/24'], en: ['Робот', 'place bids'] },
  },
  access_granted: { to: ['buyer'], payload: () => ({ role: 'trader' }), says: { en: ['Your role: Trader'] } },
  access_refused: { to: ['buyer'], payload: () => ({ company: 'Газ' }), says: { uk: ['Газ', 'не відкрив'] } },
  role_changed: { to: ['buyer'], payload: () => ({ role: 'viewer' }), says: { en: ['viewer: you can follow'] } },
  person_removed: {
    to: ['customer'],
    payload: (language) => ({ email: customer, language, company: 'Енергоресурс' }),
    says: { uk: ['Енергоресурс', 'сеанси завершено'] },
  },
  person_deactivated: { to: ['buyer'], payload: () => ({ reason: 'Звільнений' }), says: { uk: ['Звільнений'] } },
  person_reactivated: { to: ['buyer'], payload: () => ({ reason: 'Повернувся' }), says: { uk: ['Повернувся'] } },
  deletion_requested: {
    to: ['managers', 'buyer'],
    payload: (language) => requestDeletion(language, 'company'),
    says: { uk: ['персональні дані'], en: ['One of the owners'], ru: ['Один из владельцев'] },
  },
  account_confirmed: { to: ['buyer'], payload: () => ({ reason: null }), says: { en: ['confirmed'] } },
  account_rejected: {
    to: ['buyer'],
    payload: () => ({ reason: 'Статут без підпису' }),
    says: {
      uk: ['не підтвердив', 'Статут без підпису', 'ще раз'],
      en: ['did not confirm', 'review them again'],
      ru: ['не подтвердил', 'Статут без підпису'],
    },
  },
  account_deactivated: {
    to: ['buyer'],
    payload: () => ({ reason: 'Борг за договором' }),
    says: {
      uk: ['деактивовано менеджером аукціону', 'Борг за договором'],
      en: ['The auction manager has deactivated'],
    },
  },
  account_reactivated: { to: ['buyer'], payload: () => ({ reason: 'Борг сплачено' }), says: { ru: ['Борг сплачено'] } },
  account_waiting: {
    to: ['managers'],
    payload: (language) => ({ company_id: accounts[language] }),
    says: { uk: ['вже зареєстровано: 2', '/office/companies/'] },
  },
  account_updated: {
    to: ['managers'],
    payload: (language) => ({
      company_id: accounts[language],
      changes: [{ field: 'auction_kind', before: 'all', after: 'natural_gas' }],
    }),
    says: { uk: ['Вид аукціонів: Природний газ (було: Усі)'] },
  },
  document_uploaded: {
    to: ['managers'],
    payload: (language) => ({
      company_id: accounts[language],
      file_ids: [fileId],
    }),
    says: { uk: ['Статут.pdf', '/office/companies/'] },
  },
  agreement_signed: {
    to: ['managers'],
    payload: (language) => ({ company_id: accounts[language], agreement_id: 7, number: '12/3', verified: false }),
    says: { uk: ['договір 12/3', '/office/agreements/7', 'не зміг перевірити'], en: ['countersign'] },
  },
  agreement_in_force: {
    to: ['buyer'],
    payload: () => ({ agreement_id: 7, number: '12/3' }),
    says: { uk: ['12/3', 'чинності'], en: ['in force'] },
  },
  fulfilment_news: {
    to: ['buyer'],
    payload: (language) => ({
      agreement_id: 7,
      number: '12/3',
      event: language === 'ru' ? 'invoice_cancelled' : 'invoice_issued',
      is_claim: language === 'ru',
      document: '4/2026',
      amount: '1208000.00',
      day: '2026-12-05',
    }),
    says: {
      uk: ['12/3', '4/2026', '5 грудня 2026', '/cabinet/agreements/7'],
      en: ['5 December 2026', 'Pay'],
      ru: ['Претензия № 4/2026'],
    },
  },
  fulfilment_task: {
    to: ['managers'],
    payload: (language) => ({
      agreement_id: 7,
      company_id: accounts[language],
      number: '12/3',
      event: 'loading_requested',
      day: '2026-12-05',
    }),
    says: { uk: ['12/3', 'замовляє відвантаження', '/office/fulfilment/7'] },
  },
  order_received: {
    to: ['managers'],
    payload: () => ({ order_id: orderId }),
    says: { uk: ['№ 1001', 'Газовий конденсат', '60 т', '37027819', '/office/orders/'] },
  },
  order_confirmation: {
    to: ['customer'],
    payload: (language) => ({ order_id: orderId, language }),
    says: {
      uk: ['№ 1001', '60 т', 'Менеджер зв’яжеться', '/shop'],
      en: ['No. 1001', '60 т', '/en/shop'],
      ru: ['№ 1001', '/ru/shop'],
    },
  },
  order_status: {
    to: ['customer'],
    payload: (language) => ({ order_id: orderId, language, status: 'done' }),
    says: { uk: ['виконано'], en: ['completed'], ru: ['выполнен'] },
  },
  feedback_received: {
    to: ['managers'],
    payload: () => ({ feedback_id: feedbackId }),
    says: { uk: ['Строк <договору>', 'Договір', 'Статут.pdf', '/office/feedback/'] },
  },
  feedback_answered: {
    to: ['buyer'],
    payload: () => ({ feedback_id: feedbackId }),
    says: {
      uk: ['Так, <на місяць>.', '/cabinet/feedbackform'],
      en: ['Agreement', '/en/cabinet/feedbackform'],
      ru: ['Договор'],
    },
  },
  auction_announced: {
    to: ['buyer'],
    payload: () => ({ auction_id: laterId }),
    says: { uk: ['25.11.2026, 10:00'], en: ['25/11/2026, 10:00'] },
  },
  subscription_confirmation: {
    to: ['customer'],
    payload: async (language) => ({ subscription_id: await subscribe(language, false), language }),
    says: {
      uk: ['26.11.2026, 10:30', '/subscription/', 'газовий конденсат', 'Не надсилати таких листів'],
      en: ['26/11/2026, 10:30', '/en/subscription/', 'gas condensate', 'Unsubscribe from these emails'],
      ru: ['26.11.2026, 10:30', '/ru/subscription/'],
    },
  },
  subscription_auction: {
    to: ['customer'],
    payload: async (language) => ({
      auction_id: laterId,
      subscription_id: await subscribe(language, true),
      language,
    }),
    says: {
      uk: ['25.11.2026, 10:00', 'підписалися', 'Не надсилати таких листів'],
      en: ['25/11/2026, 10:00', 'subscribed', 'Unsubscribe from these emails'],
      ru: ['Не присылать таких писем'],
    },
  },
  staff_email: {
    to: ['managers'],
    payload: () => ({
      to: managers,
      subject: 'Скидання пароля',
      html: `<p>Відкрийте &amp; задайте</p><p>${publicUrl}/admin/reset/abc-123</p>`,
    }),
    says: { uk: ['Відкрийте & задайте', '/admin/reset/abc-123'] },
  },
}

async function send(
  kind: EmailKind,
  to: Recipient,
  language: Language,
  payload = examples[kind].payload(language),
): Promise<ReceivedEmail> {
  const { pool } = portal.cms.database
  portal.mail.emails.length = 0
  await pool.query(
    `insert into portal.outbox (kind, company_id, payload, created_at, next_attempt_at) values ($1, $2, $3, $4, $4)`,
    [kind, to === 'buyer' ? accounts[language] : null, await payload, new Date(portal.clock.now())],
  )
  await portal.mailer.run()
  const emails = portal.mail.to({ buyer: mailbox(language), managers, customer }[to])
  expect(emails).toHaveLength(1)
  return emails[0] as ReceivedEmail
}

const sent = new Map<string, Promise<ReceivedEmail>>()

/** The email of the example, which is sent once for all tests of it. */
function emailOf(kind: EmailKind, to: Recipient, language: Language): Promise<ReceivedEmail> {
  const key = [kind, to, language].join()
  const email = sent.get(key) ?? send(kind, to, language)
  sent.set(key, email)
  return email
}

const cases = emailKinds.flatMap((kind) =>
  examples[kind].to.flatMap((to) =>
    (to === 'managers' ? (['uk'] as const) : languages).map((language) => ({ kind, to, language })),
  ),
)

describe('every email', () => {
  it.each(cases)('$kind to $to in $language is complete', async ({ kind, to, language }) => {
    const { email } = await emailOf(kind, to, language)
    const text = email.text ?? ''
    const visibleText = (email.html ?? '').replace(/<style>[\s\S]*?<\/style>/, '').replace(/<[^>]+>/g, '\n')
    for (const part of [email.subject ?? '', text, visibleText]) {
      expect(part).not.toMatch(/undefined|null|NaN|Infinity|\[object|\$\{|Invalid Date/)
      expect(part.trim()).not.toBe('')
    }
    for (const expected of examples[kind].says[language] ?? []) {
      expect(text.replaceAll('\u00A0', ' ')).toContain(expected)
      if (!expected.includes('<') && !expected.includes('&'))
        expect(
          email.html
            ?.replaceAll('\u00A0', ' ')
            .replace(/<[^>]+>/g, ' ')
            .replace(/\s+/g, ' '),
        ).toContain(expected.replace(/^Вид аукціонів: /, ''))
    }
    // R8.4: every email contains the hash of the last entry, so that rewriting the record would be noticed.
    const payload = (await examples[kind].payload(language)) as { auction_id?: number }
    const entry = { uk: 'Хеш протоколу, запис 2', en: 'Protocol hash, entry 2', ru: 'Хеш протокола, запись 2' }[
      language
    ]
    if (payload.auction_id !== undefined && payload.auction_id !== depositAuctionId) {
      expect(text).toContain(`${entry}: ${entryHash}`)
      expect(email.html).toContain(entryHash)
    } else expect(text).not.toContain(entry)
    expect(email.html).toContain(`<html lang="${language}"`)
    expect(email.from).toMatchObject({ address: 'portal@portal.test', name: 'Полтавська газова компанія' })
    expect(email.replyTo?.[0]).toMatchObject({ address: 'help@portal.test' })
    expect(email.messageId).toMatch(/^<email-\d+\.\d+\.[\w-]{16}@portal\.test>$/)
  })

  const USER_TEXTS = ['Енерго', 'Ресурс', 'Строк <', 'продовжити', 'Коваль', 'Відвантаження']
  // Sent only to companies that a manager has confirmed, possibly without a confirmed address.
  const OF_ACTIVE_COMPANIES: EmailKind[] = ['token_made', 'access_requested', 'invitation']
  const CUSTOMERS: EmailKind[] = ['order_confirmation', 'order_status', 'subscription_confirmation']

  it.each(
    emailKinds
      .filter((kind) => CUSTOMERS.includes(kind) || examples[kind].to.includes('buyer'))
      .filter((kind) => !OF_ACTIVE_COMPANIES.includes(kind)),
  )('sends no text that a user typed to an unconfirmed address: %s', async (kind) => {
    const { email } = await emailOf(kind, CUSTOMERS.includes(kind) ? 'customer' : 'buyer', 'uk')
    for (const part of [email.subject, email.text, email.html])
      for (const text of USER_TEXTS) expect(part).not.toContain(text)
  })

  it.each([
    ['company', 'ТОВ <Енерго & Ресурс> просить видалити персональні дані', 'закрити кабінет. За законом'],
    ['person', 'Коваль Олена Петрівна (ТОВ <Енерго & Ресурс>) просить', 'свій доступ до кабінету'],
  ] as const)('tells the managers whose data is to be deleted: of a %s', async (scope, subject, includes) => {
    const { email } = await send('deletion_requested', 'managers', 'uk', requestDeletion('uk', scope))
    expect(email.subject).toContain(subject)
    for (const part of [includes, 'Закриваємо фірму', '30 днів']) expect(email.text).toContain(part)
  })

  it('names a company in an invitation by its code until a manager has confirmed it', async () => {
    const stranger = { ...validCompany, email: 'stranger@buyer.test', company_short_name: 'Відкрийте evil.example' }
    await portal.post('/api/auth/register', stranger)
    const { rows } = await portal.cms.database.pool.query<{ id: number }>(
      'select company_id as id from portal.accounts where email = $1',
      [stranger.email],
    )
    const payload = { invitation_id: await invite('uk', rows[0]?.id), language: 'uk' }
    const { email } = await send('invitation', 'customer', 'uk', payload)
    expect(email.text).toContain(`ЄДРПОУ ${validCompany.edrpou}`)
    for (const part of [email.subject, email.text, email.html]) expect(part).not.toContain('evil.example')
  })

  it.each([
    ['uk', 'за яким ви стежите', 'зобов’язання'],
    ['en', 'that you follow', 'obligations'],
    ['ru', 'за которым вы следите', 'обязательства'],
  ] as const)('tells followers in %s of a cancelled lot', async (language, includes, excludes) => {
    const payload = { ...auction(), reason: 'Аварія', following: true }
    const { email } = await send('auction_cancelled', 'buyer', language, payload)
    expect(email.text).toContain(includes)
    expect(email.text).not.toContain(excludes)
  })

  it.each([
    ['uk', 'Договір 7/uk'],
    ['en', 'Agreement 7/en'],
    ['ru', 'Договор 7/ru'],
  ] as const)('leads in %s from a message to the agreement that it is about', async (language, includes) => {
    const payload = { ...auction(), company_id: accounts[language], message_id: messageId }
    const id = await insertAgreement(language)
    const toBuyer = await send('chat_message', 'buyer', language, payload)
    expect(toBuyer.email.subject).toContain(includes)
    expect(toBuyer.email.text).toContain(`/cabinet/agreements/${id}#chat`)
    expect(toBuyer.email.text).not.toContain('/auctions/')
    const toManagers = await send('chat_message', 'managers', language, payload)
    expect(toManagers.email.text).toContain(`/office/fulfilment/${id}#chat`)
  })

  it.each([
    ['uk', 'складено', 'КЕП'],
    ['en', 'drawn up', 'To sign it'],
    ['ru', 'составлен', 'КЭП'],
  ] as const)(
    'does not ask in %s to sign an agreement that lacks a day of its term or a detail of a party (R15.3)',
    async (language, includes, sign) => {
      const { pool } = portal.cms.database
      const isUnsignable = async (agreementId: number) => {
        const { email } = await send('agreement_ready', 'buyer', language, { ...auction(), agreement_id: agreementId })
        expect(email.subject).toContain(includes)
        expect(email.text).not.toContain(sign)
      }
      const withoutDay = await insertAgreement(language)
      await pool.query('update cms.agreements set ends_on = null where id = $1', [withoutDay])
      await isUnsignable(withoutDay)
      await pool.query('update cms.companies set bank = null where id = $1', [accounts[language]])
      await pool.query('update cms.seller set iban = null')
      const incomplete = await insertAgreement(language, laterId)
      await isUnsignable(incomplete)
      await pool.query('update cms.seller set iban = $1', [SELLER_IBAN])
      await isUnsignable(incomplete)
      await fillInAgreementDetails(pool, [accounts[language]])
    },
  )

  it.each([
    ['uk', 'ще не покриває заявленого обсягу', '8 400,00 грн'],
    ['en', 'does not yet cover the volume', '8 400.00 UAH'],
    ['ru', 'ещё не покрывает заявленный объём', '8 400,00 грн'],
  ] as const)('states in %s what is missing of a deposit received in part', async (language, includes, missing) => {
    const part = { auction_id: depositAuctionId, received: '100.00' }
    const { email } = await send('deposit_received', 'buyer', language, part)
    const text = email.text?.replaceAll('\u00A0', ' ')
    expect(text).toContain(includes)
    expect(text).toContain(missing)
  })

  it.each([
    ['uk', '300 т замість 250 т'],
    ['en', '300 t instead of 250 t'],
    ['ru', '300 т вместо 250 т'],
  ] as const)('states in %s a winner’s earlier volume if winners are confirmed again', async (language, includes) => {
    const volumes = { quantity: '300.000', price: '15200.00', before: '250.000' }
    const { email } = await send('winner_confirmed', 'buyer', language, { ...auction(), ...volumes })
    expect(email.text?.replaceAll('\u00A0', ' ')).toContain(includes)
  })

  it.each([
    ['uk', 'відповідь уже не приймається', 'Відповісти'],
    ['en', 'no longer accepted', 'Respond'],
    ['ru', 'ответ уже не принимается', 'Ответить'],
  ] as const)('does not ask in %s for an answer to an expired offer (R7.3)', async (language, includes, question) => {
    const offer = { ...auction(), quantity: '60.000', price: '15000.00' }
    const answerBy = new Date(portal.clock.now()).toISOString()
    const { email } = await send('partial_offer', 'buyer', language, { ...offer, answer_by: answerBy })
    expect(email.text).toContain(includes)
    expect(email.text).not.toContain(question)
    expect(email.html).not.toContain(question)
  })

  it.each([
    ['uk', 'Раніше ви погодилися на 40 т.'],
    ['en', 'You accepted 40 t earlier.'],
    ['ru', 'Ранее вы согласились на 40 т.'],
  ] as const)('states in %s which part was accepted earlier (R7.3)', async (language, includes) => {
    const answerBy = new Date(portal.clock.now() + 24 * 60 * 60_000).toISOString()
    const offer = { ...auction(), quantity: '60.000', price: '15000.00', answer_by: answerBy }
    const text = async (values: object) =>
      (await send('partial_offer', 'buyer', language, values)).email.text?.replaceAll('\u00A0', ' ')
    expect(await text({ ...offer, kept: '40.000' })).toContain(includes)
    expect(await text(offer)).not.toContain(includes.slice(0, 12))
  })

  it.each(cases)('$kind to $to in $language links to existing pages', async ({ kind, to, language }) => {
    const { email } = await emailOf(kind, to, language)
    const addresses = [...(email.html ?? '').matchAll(/href="(https:[^"]+)"/g)].map((match) => new URL(match[1] ?? ''))
    expect(addresses.length).toBeGreaterThan(0)
    for (const { origin, pathname } of addresses) {
      expect(origin).toBe(publicUrl)
      if (/^\/(admin|office|storage)\//.test(pathname)) continue
      const route = matchRoute(pathname)
      expect(['Page404', 'slug']).not.toContain(route.name)
      expect(route.locale).toBe(language)
    }
  })

  it.each(cases)('$kind to $to in $language escapes HTML in its values', async ({ kind, to, language }) => {
    const { email } = await emailOf(kind, to, language)
    expect(email.html).not.toMatch(/<(Енерго|суботу|Коваль|договору|на місяць)/)
  })
})

describe('a document', () => {
  const sizeOf = (id: number, bytes: number) =>
    portal.cms.database.pool.query(`update portal.files set bytes = $2 where id = $1`, [id, bytes])

  it('is attached to the email that announces it', async () => {
    const { email } = await send('document_uploaded', 'managers', 'uk')
    expect(email.attachments).toMatchObject([{ filename: 'Статут.pdf', mimeType: 'application/pdf' }])
    expect(email.text).toContain('Його долучено до листа')
  })

  it('is announced together with the others of the same minutes', async () => {
    const { pool } = portal.cms.database
    const { rows } = await pool.query<{ id: number }>(
      `with copied as (
         insert into portal.files (company_id, kind, name, media_type, bytes, sha256)
         select company_id, 'other', 'Довіреність.pdf', media_type, bytes, sha256 from portal.files where id = $1 returning id
       ), content as (
         insert into portal.file_contents (file_id, content)
         select copied.id, content from portal.file_contents, copied where file_id = $1
       )
       select id from copied`,
      [fileId],
    )
    const secondId = rows[0]?.id ?? 0
    const both = { company_id: accounts.uk, file_ids: [fileId, secondId] }
    const { email } = await send('document_uploaded', 'managers', 'uk', both)
    expect(email.subject).toContain('нові документи: 2')
    expect(email.text).toContain('2 документи. Їх долучено')
    expect(email.attachments.map(({ filename }) => filename)).toEqual(['Статут.pdf', 'Довіреність.pdf'])
    await sizeOf(secondId, 16 * 1024 * 1024)
    const partly = await send('document_uploaded', 'managers', 'uk', both)
    expect(partly.email.attachments).toMatchObject([{ filename: 'Статут.pdf' }])
    expect(partly.email.text).toContain('решту відкрийте в кабінеті менеджера')
    expect(partly.email.text).toContain('Довіреність.pdf')
  })

  it('is not attached if it is too large for an email', async () => {
    await sizeOf(fileId, 16 * 1024 * 1024)
    const large = await send('document_uploaded', 'managers', 'uk')
    expect(large.email.attachments).toEqual([])
    expect(large.email.text).toContain('завеликий для листа')
  })

  it('is not announced once deleted', async () => {
    const { pool } = portal.cms.database
    await pool.query(`update portal.files set deleted_at = now() where id = $1`, [fileId])
    const { rows } = await pool.query<{ id: number }>(
      `insert into portal.outbox (kind, payload, next_attempt_at) values ('document_uploaded', $1, $2) returning id`,
      [{ company_id: accounts.uk, file_ids: [fileId] }, new Date(portal.clock.now())],
    )
    await portal.mailer.run()
    const { rows: states } = await pool.query('select sent_at, last_error from portal.outbox where id = $1', [
      rows[0]?.id,
    ])
    expect(states).toEqual([{ sent_at: null, last_error: 'subject_gone' }])
  })
})

describe('an email about a cancelled auction', () => {
  /** Sends an email; returns why it was dropped, or null if it was sent. */
  async function reasonForDropping(kind: EmailKind, payload: object, companyId: number | null): Promise<string | null> {
    const { pool } = portal.cms.database
    const { rows } = await pool.query<{ id: number }>(
      `insert into portal.outbox (kind, company_id, payload, created_at, next_attempt_at) values ($1, $2, $3, $4, $4) returning id`,
      [kind, companyId, payload, new Date(portal.clock.now())],
    )
    await portal.mailer.run()
    const { rows: states } = await pool.query<{ sent: boolean; last_error: string | null }>(
      'select sent_at is not null as sent, last_error from portal.outbox where id = $1',
      [rows[0]?.id],
    )
    expect(states).toMatchObject([{ sent: states[0]?.last_error === null }])
    return states[0]?.last_error ?? null
  }

  it('is not sent if it calls for applications or bids', async () => {
    const { pool } = portal.cms.database
    const { id } = await createLot(portal.cms.payload)
    const at = (hour: number) => new Date(portal.clock.now() + hour * 3_600_000)
    await pool.query(
      `update cms.auctions set starts_at = $2, application_deadline = $2, ends_at = $3, hard_end_at = $3 where id = $1`,
      [id, at(24), at(26)],
    )
    const subscription = await subscribe('uk', true)
    const emails: [EmailKind, object, number | null][] = [
      ['auction_announced', {}, accounts.uk],
      ['subscription_auction', { subscription_id: subscription, language: 'uk' }, null],
      ['auction_started', {}, accounts.uk],
      ['outbid', { provisional_quantity: '50.000' }, accounts.uk],
      ['partial_offer', { quantity: '60.000', price: '15000.00', answer_by: at(24) }, accounts.uk],
    ]
    const sendAll = async () => {
      const reasons: (string | null)[] = []
      for (const [kind, payload, to] of emails)
        reasons.push(await reasonForDropping(kind, { auction_id: id, ...payload }, to))
      return reasons
    }
    expect(await sendAll()).toEqual(emails.map(() => null))

    await pool.query(
      `insert into portal.auction_heads (auction_id, effective_end, hard_end) select id, ends_at, hard_end_at from cms.lots where id = $1`,
      [id],
    )
    const body = '{"seq":1,"kind":"cancelled","at":"2026-11-24T08:00:00.000Z"}'
    await pool.query(
      `insert into portal.auction_log (auction_id, seq, at, kind, body, previous_hash, hash)
       values ($1, 1, '2026-11-24T08:00:00Z', 'cancelled', $2, repeat('0', 64), encode(sha256(convert_to(repeat('0', 64) || E'\n' || $2, 'UTF8')), 'hex'))`,
      [id, body],
    )
    expect(await sendAll()).toEqual(emails.map(() => 'subject_gone'))
  })
})
