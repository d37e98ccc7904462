import { describe, expect, it } from '@jest/globals'
import { language } from '@/lib/contract/primitives'
import { emailKinds } from '@/lib/server/jobs/emails'
import { messagesOf } from '@/tests/support/read-texts'
import { type Values, emailTranslators } from './texts'

type Examples = { [Kind in keyof Values]: { [Name in keyof Values[Kind]]: readonly Values[Kind][Name][] } }

// Text with special characters of ICU, HTML and regular expressions.
const word = ["«А & Б» <b>{x}</b> $& 'y'", "'{інше}' ''#1'' |"]
const choice = [false, true]
const numbered = { number: word }
const company = { company: word }
const link = { ...company, until: word }
const forBoth = { ...numbered, toManagers: choice }
const partial = { ...numbered, participant: [1, 2, 21, 1234], quantity: word }

/** All possible values of each argument of an email; a few of texts and numbers. */
const examples: Examples = {
  application_confirmed: { ...numbered, participant: [1, 2, 21, 1234], start: word },
  application_rejected: { ...numbered, cause: ['manager', 'not_confirmed_before_start', 'account_deactivated'] },
  deposit_due: { ...numbered, due: word },
  deposit_reminder: { ...numbered, due: word },
  deposit_received: { ...numbered, covers: ['yes', 'no', 'unknown'] },
  deposit_settled: { ...numbered, outcome: ['returned', 'applied', 'kept'] },
  auction_started: { ...numbered, end: word },
  outbid: { ...numbered, quantity: word, nothing: choice, end: word },
  ceiling_reached: { ...numbered, quantity: word, nothing: choice, end: word },
  auction_cancelled: { ...numbered, following: choice },
  auction_halted: numbered,
  auction_resumed: { ...numbered, resumes: word, end: word },
  // The volume confirmed before is named if it has changed.
  winner_confirmed: { ...numbered, quantity: word, changed: [true, false], before: word },
  win_withdrawn: { ...numbered, before: word },
  winner_disqualified: numbered,
  auction_result: { ...numbered, outcome: ['outbid', 'passed_over', 'refused', 'disqualified'], sold: choice },
  agreement_ready: { ...numbered, agreement: word, awaits: ['none', 'buyer', 'organiser'] },
  // The part that was accepted before is named if the offer replaces one and can still be answered.
  partial_offer: {
    ...numbered,
    quantity: word,
    answerBy: word,
    late: [false, true],
    again: [true, false],
    kept: word,
  },
  application_received: {
    ...numbered,
    ...company,
    missing: [1, 0],
    uploaded: [1, 0, 3],
    required: [5, 4],
    completed: choice,
  },
  partial_accepted: partial,
  partial_refused: { ...partial, by: ['participant', 'system'] },
  auction_unsuccessful: { ...forBoth, confirmed: [1, 0, 2], minimum: [2, 5] },
  auction_ended: forBoth,
  // Replies to buyers come from the administrator and name no company.
  chat_message: { ...numbered, ...company, toManagers: [true, false] },
  question_asked: { ...numbered, ...company, open: [true, false], deadline: word },
  question_answered: { ...numbered, question: [1, 12] },
  question_rejected: { ...numbered, text: word },
  email_confirmation: link,
  email_change: link,
  password_reset: link,
  email_changed: company,
  password_changed: company,
  two_factor_enabled: company,
  two_factor_disabled: { ...company, by: ['owner', 'manager', 'reset'] },
  recovery_code_used: { ...company, left: [9, 0, 1] },
  deletion_refused: company,
  account_erased: { ...company, scope: ['company', 'person'] },
  invitation: { ...company, role: ['owner', 'trader', 'viewer'], until: word },
  access_requested: company,
  documents_address_changed: { ...company, none: [false, true], email: word },
  token_made: { ...company, name: word, scope: ['read', 'bid'], by: word, until: word },
  access_granted: { ...company, role: ['owner', 'trader', 'viewer'] },
  access_refused: company,
  role_changed: { ...company, role: ['owner', 'trader', 'viewer'] },
  person_removed: company,
  person_deactivated: company,
  person_reactivated: company,
  // Only a person's own request names the person.
  deletion_requested: { ...company, about: ['person', 'owners', 'company'], by: word },
  account_confirmed: company,
  account_rejected: company,
  account_deactivated: company,
  account_reactivated: company,
  account_waiting: { ...company, sameEdrpou: [0, 1, 2, 1234] },
  account_updated: company,
  document_uploaded: { ...company, attachment: ['attached', 'too_large', 'deleted'] },
  agreement_signed: { ...company, number: word, verified: choice },
  agreement_in_force: { number: word, signed: ['checked', 'paper', 'verified'], by: word, day: word },
  order_received: { ...numbered, ...company, product: word, quantity: word },
  order_confirmation: { ...numbered, product: word, quantity: word },
  order_status: { ...numbered, status: ['in_work', 'done', 'declined'] },
  feedback_received: { ...numbered, ...company, subject: word, attachment: ['none', 'attached', 'too_large'] },
  feedback_answered: { ...numbered, subject: word },
  auction_announced: { ...numbered, title: word, start: word, deadline: word },
  subscription_confirmation: { kind: word, until: word },
}
const kinds = Object.keys(examples) as (keyof Values)[]

/** Languages may differ in their number of paragraphs. */
const textsIn = (lang: (typeof language.options)[number]) =>
  messagesOf(lang, 'lib/server/notifications/messages').map(([key, text]) => [key.replace(/\.\d+$/, ''), text] as const)

/** The argument and the options of each choice in a message: `{sold, select, true {…} other {…}}`. */
function choicesIn(text: string): { name: string; options: string[] }[] {
  return [...text.matchAll(/\{(\w+), select, /g)].map(({ 0: start, 1: name = '', index }) => {
    let depth = 0
    let outermost = ''
    for (const sign of text.slice(index + start.length)) {
      if (sign === '}' && --depth < 0) break
      if (depth === 0) outermost += sign
      if (sign === '{') depth++
    }
    return { name, options: outermost.match(/\w+/g) ?? [] }
  })
}

/** The names of the arguments of each message. */
const argumentsIn = (lang: (typeof language.options)[number]) =>
  new Set(
    textsIn(lang).flatMap(([key, text]) =>
      [...text.matchAll(/\{([a-z]\w*)[,}]/g)].map(([, name]) => [key, name].join(' ')),
    ),
  )

describe.each(language.options)('texts of emails in %s', (lang) => {
  it('exist for every kind that this module writes', () => {
    const written = textsIn(lang).flatMap(([key]) => /^emails\.(\w+)\.subject$/.exec(key)?.[1] ?? [])
    expect(written.sort()).toEqual([...kinds].sort())
    expect([...kinds, 'staff_email', 'subscription_auction'].sort()).toEqual([...emailKinds].sort())
  })

  it('have the same keys as the Ukrainian ones, none unused and none blank', () => {
    const keys = textsIn(lang).map(([key]) => key)
    expect([...new Set(keys)].sort()).toEqual([...new Set(textsIn('uk').map(([key]) => key))].sort())
    const parts = keys.filter((key) => key.startsWith('emails.')).map((key) => key.replace(/^emails\.\w+\./, ''))
    expect(new Set(parts)).toEqual(new Set(['subject', 'heading', 'paragraphs', 'action', 'note']))
    expect(textsIn(lang).filter(([, text]) => text.trim() === '')).toEqual([])
  })

  it('have the same arguments as the Ukrainian ones', () => {
    expect(argumentsIn(lang)).toEqual(argumentsIn('uk'))
  })

  it('select only by values that exist', () => {
    const unknown = textsIn(lang).flatMap(([key, text]) => {
      const values = examples[key.split('.')[1] as keyof Values] as Record<string, readonly unknown[]> | undefined
      return choicesIn(text).flatMap(({ name, options }) =>
        options
          .filter((option) => option !== 'other' && !values?.[name]?.map(String).includes(option))
          .map((option) => `${key}: ${name} is never ${option}`),
      )
    })
    expect(unknown).toEqual([])
  })

  // A message with an unknown argument throws; one that ignores a value or a choice renders the same text twice.
  it.each(kinds)('use every argument of %s, and contain its texts unchanged', (kind) => {
    const values = Object.entries(examples[kind] as Record<string, readonly unknown[]>)
    const first = Object.fromEntries(values.map(([name, [value]]) => [name, value]))
    const emailWith = (name: string, value: unknown) => {
      const varied = { ...first, [name]: value } as never
      const { subject, heading, paragraphs, action, note } = emailTranslators[lang].write(kind, varied)
      expect([subject, heading, ...paragraphs].filter((text) => text.trim() === '')).toEqual([])
      expect(paragraphs).not.toHaveLength(0)
      const whole = [subject, heading, ...paragraphs, action, note].join('\n')
      if (word.includes(String(value))) expect(whole).toContain(value)
      return whole
    }
    const renderings = values.flatMap(([name, [, ...others]]) => others.map((value) => emailWith(name, value)))
    renderings.push(emailWith('', undefined))
    expect(renderings.filter((text, at) => renderings.indexOf(text) !== at)).toEqual([])
  })
})
