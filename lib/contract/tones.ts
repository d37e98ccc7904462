/** How a state looks: good, announced, waiting for somebody, over, or lost. */
export type Tone = 'go' | 'plan' | 'wait' | 'done' | 'lose'

/** The tone of each state of each kind of record, on the site and in the office. */
export const TONES = {
  account: { awaiting_confirmation: 'wait', active: 'go', rejected: 'lose', deactivated: 'lose' },
  application: {
    submitted: 'plan',
    awaiting_confirmation: 'wait',
    confirmed: 'go',
    rejected: 'lose',
    withdrawn: 'done',
  },
  agreement: {
    awaiting_organiser: 'plan',
    awaiting_details: 'wait',
    awaiting_signature: 'wait',
    signed_by_buyer: 'wait',
    signed_by_buyer_unverified: 'wait',
    current: 'go',
    current_checked: 'go',
    archived: 'done',
  },
  auction: {
    planned: 'plan',
    running: 'go',
    closing: 'wait',
    selection: 'wait',
    completed: 'done',
    cancelled: 'lose',
    unsuccessful: 'done',
  },
  decision: {
    application_confirmed: 'go',
    application_rejected: 'lose',
    application_withdrawn: 'done',
    account_deactivated: 'lose',
    account_reactivated: 'go',
    winner_disqualified: 'lose',
    partial_offered: 'wait',
    partial_accepted: 'go',
    partial_refused: 'lose',
    winners_confirmed: 'go',
    completed: 'done',
    cancelled: 'lose',
    halted: 'wait',
    resumed: 'go',
    question_answered: 'done',
  },
  board: {
    to_sign: 'plan',
    to_pay: 'wait',
    overdue: 'lose',
    to_ship: 'plan',
    to_accept: 'wait',
    to_settle: 'wait',
    closed: 'done',
  },
  loading: { requested: 'wait', proposed: 'wait', confirmed: 'go', loaded: 'done', dropped: 'done' },
  deletion: { waiting: 'wait', approved: 'done', refused: 'lose', withdrawn: 'done' },
  deposit: {
    expected: 'wait',
    received: 'go',
    to_apply: 'go',
    to_return: 'wait',
    applied: 'done',
    returned: 'done',
    kept: 'lose',
    none: 'done',
  },
  email: { waiting: 'wait', sent: 'go', failed: 'lose', not_needed: 'done' },
  question: { answered: 'go', rejected: 'lose' },
  request: {
    new: 'plan',
    in_work: 'wait',
    done: 'go',
    answered: 'go',
    declined: 'lose',
    closed: 'done',
    spam: 'done',
  },
  signature: {
    verified: 'go',
    signer_unchecked: 'wait',
    centre_unknown: 'wait',
    time_contradicted: 'wait',
    certificate_expired: 'wait',
    certificate_not_yet_valid: 'wait',
    changed_after: 'lose',
    content_missing: 'wait',
    unverifiable: 'wait',
    no_certificate: 'lose',
    wrong: 'lose',
    altered: 'lose',
  },
  winner: {
    winner: 'go',
    partial_pending: 'wait',
    partial_accepted: 'go',
    partial_refused: 'lose',
    no_volume: 'done',
    disqualified: 'lose',
    deactivated: 'lose',
  },
} as const satisfies Record<string, Record<string, Tone>>

export type ToneKind = keyof typeof TONES
export type StateOf<Kind extends ToneKind> = keyof (typeof TONES)[Kind] & string

/** `Kind` and state in one word, `deposit_received`, as texts are keyed. */
export type StatusKey = { [Kind in ToneKind]: `${Kind}_${StateOf<Kind>}` }[ToneKind]

export function toneOf(status: StatusKey): Tone {
  const kind = status.slice(0, status.indexOf('_')) as ToneKind
  return (TONES[kind] as Readonly<Record<string, Tone>>)[status.slice(kind.length + 1)] ?? 'done'
}
