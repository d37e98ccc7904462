import * as z from 'zod'
import type { ProtocolEntry } from '@/lib/contract/protocol'
import { type Language, language } from '@/lib/contract/primitives'
import { answerTexts } from '@/lib/contract/questions'
import type { AuctionEvent } from '@/lib/domain/events'
import type { Column } from '@/lib/server/printing/print-document'
import { type DocumentTranslator, documentTranslators } from '@/lib/server/printing/translators'
import { formatPrice, formatQuantity, NUMBER_SIGN } from '@/lib/i18n/formats'
import { exactTime, time } from '@/lib/server/printing/times'

/** The printed fields of an entry's body; each kind has some of them. */
const printedBody = z.object({
  bid: z.int().optional(),
  participant: z.int().nullish(),
  application: z.int().optional(),
  price: z.string().optional(),
  quantity: z.string().optional(),
  minimum_quantity: z.string().optional(),
  final: z.boolean().optional(),
  preliminary: z.boolean().optional(),
  automatic: z.boolean().optional(),
  seal: z.string().optional(),
  received_at: z.string().optional(),
  effective_end: z.string().optional(),
  resumes_at: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
  reason: z.string().optional(),
  number: z.int().optional(),
  language: language.optional(),
  texts: answerTexts.optional().catch(undefined),
  by: z.enum(['participant', 'manager', 'system']).optional().catch(undefined),
  file_sha256: z.string().optional(),
  received: z.string().optional(),
  covers: z.string().optional(),
  deposit_waiver: z.string().optional(),
})

function bodyOf(entry: ProtocolEntry): z.infer<typeof printedBody> {
  return printedBody.catch({}).parse(JSON.parse(entry.body))
}

/** The labels of volumes and of prices: "t", "UAH/t". */
export interface Units {
  unit: string
  priceUnit: string
}

/** Puts a unit of several words, such as "UAH/thousand m³", on a separate line, where it cannot break. */
export function withUnit(head: string, unit: string): string {
  if (unit === '') return head
  return unit.includes(' ') ? `${head},\n${unit.replaceAll(' ', '\u00A0')}` : `${head}, ${unit}`
}

export function bidColumns(lang: Language, { unit, priceUnit }: Units): Column[] {
  const t = documentTranslators[lang]
  return [
    { head: NUMBER_SIGN[lang], width: 34 },
    { head: t('protocol.time'), width: 98 },
    { head: t('protocol.participant'), width: 78 },
    { head: withUnit(t('protocol.price'), priceUnit), width: 76, right: true },
    { head: withUnit(t('protocol.quantity'), unit), width: 70, right: true },
    { head: withUnit(t('protocol.leastQuantity'), unit), width: 76, right: true },
    { head: '' },
  ]
}

/** A bid (R4.9) with its minimum acceptable volume, which shows who was passed over and why (R7.2). */
export function bidRow(entry: ProtocolEntry, t: DocumentTranslator, lang: Language): string[] {
  const body = bodyOf(entry)
  return [
    String(body.bid ?? ''),
    exactTime(body.received_at ?? entry.at, lang),
    t('protocol.participantNumber', { participant: body.participant ?? '' }),
    formatPrice(body.price ?? '', lang),
    formatQuantity(body.quantity ?? '', lang),
    formatQuantity(body.minimum_quantity ?? '', lang),
    [
      body.preliminary ? t('protocol.preliminaryMark') : '',
      body.automatic ? t('protocol.automaticMark') : '',
      body.final ? t('protocol.finalMark') : '',
    ]
      .filter(Boolean)
      .join(', '),
  ]
}

export function courseColumns(t: DocumentTranslator): Column[] {
  return [
    { head: t('protocol.entry'), width: 40 },
    { head: t('protocol.time'), width: 98 },
    { head: t('protocol.event'), width: 150, wrap: true },
    { head: t('protocol.details'), wrap: true },
  ]
}

interface RowContext {
  t: DocumentTranslator
  lang: Language
  unit: string
}

/** An entry other than a bid. */
export function courseRow(entry: ProtocolEntry, context: RowContext): string[] {
  const { t, lang } = context
  return [String(entry.seq), exactTime(entry.at, lang), kindName(entry.kind, t), details(entry, context)]
}

/** Known kinds of entries; an unknown one is printed by its name. */
type EntryKind = AuctionEvent['kind'] | 'announced' | 'lot_corrected'

function kindName(kind: string, t: DocumentTranslator): string {
  const key = `protocol.kinds.${kind as EntryKind}` as const
  return t.has(key) ? t(key) : kind
}

/**
 * Kinds whose reason was written by a person and is public. The system's reasons are codes, and the record has no
 * reasons of rejections.
 */
const PUBLIC_REASONS = new Set(['cancelled', 'halted', 'winner_disqualified'])

function details(entry: ProtocolEntry, { t, lang, unit }: RowContext): string {
  const body = bodyOf(entry)
  const parts = [
    body.participant === undefined || body.participant === null
      ? ''
      : t('protocol.participantNumber', { participant: body.participant }),
    body.application === undefined ? '' : t('protocol.application', { application: body.application }),
    body.quantity === undefined ? '' : formatQuantity(body.quantity, lang, unit),
    body.received === undefined ? '' : t('protocol.depositReceived', { sum: formatPrice(body.received, lang) }),
    body.covers === undefined ? '' : t('protocol.depositCovers', { quantity: formatQuantity(body.covers, lang, unit) }),
    body.deposit_waiver === undefined ? '' : t('protocol.depositWaived', { reason: body.deposit_waiver }),
    body.from === undefined || body.to === undefined
      ? ''
      : `${exactTime(body.from, lang)} – ${exactTime(body.to, lang)}`,
    body.resumes_at === undefined ? '' : t('protocol.resumesAt', { at: time(body.resumes_at, lang) }),
    endOf(entry.kind, body.effective_end, t, lang),
    ...answer(entry.kind, body, t, lang),
    // Joined with commas below.
    PUBLIC_REASONS.has(entry.kind) ? (body.reason ?? '').replace(/\.$/, '') : '',
    declinedBy(entry.kind, body.by, t),
    body.file_sha256 === undefined ? '' : t('protocol.fileHash', { sha256: body.file_sha256 }),
  ]
  return parts.filter((part) => part !== '').join(', ')
}

/** A published question with its answer, in the document's language, else in that of the question. */
function answer(
  kind: string,
  { number, language: original, texts }: z.infer<typeof printedBody>,
  t: DocumentTranslator,
  lang: Language,
): string[] {
  const text = kind === 'question_answered' ? (texts?.[lang] ?? (original && texts?.[original])) : undefined
  if (text === undefined) return []
  return [t('protocol.questionNumber', { number: number ?? '' }), `${text.question} — ${text.answer}`]
}

/** Who declined: the participant, or the system because time ran out. */
function declinedBy(kind: string, by: string | undefined, t: DocumentTranslator): string {
  const key = `protocol.declinedBy.${kind as 'partial_refused'}.${by as 'participant'}` as const
  return by !== undefined && t.has(key) ? t(key) : ''
}

/** The new end after an extension or outage; for `ended` the actual end. */
function endOf(kind: string, end: string | undefined, t: DocumentTranslator, lang: Language): string {
  if (end === undefined) return ''
  return kind === 'ended' ? time(end, lang) : t('protocol.newEnd', { end: time(end, lang) })
}
