import * as z from 'zod'
import { reason } from './auctions'
import { endpoint } from './endpoint'
import { hasLink } from './links'
import { data, done, id, instant, language, list, paging, text } from './primitives'

/** Characters. */
export const MAX_QUESTION = 1000
export const MAX_ANSWER = 2000

/** As the company writes it. Links are refused: only texts of the manager may lead readers to other sites. */
export const questionText = text(MAX_QUESTION).refine((value) => !hasLink(value), 'link_refused')

const answerText = z.object({ question: text(MAX_QUESTION), answer: text(MAX_ANSWER) })
export const answerTexts = z.object({
  uk: answerText.optional(),
  en: answerText.optional(),
  ru: answerText.optional(),
})

/** A published question with its answer; the company that asked is not named (R12.1). */
export const publishedAnswer = z.object({
  number: z.int(),
  /** Null if the answer was first sent in a private chat. */
  asked_at: z.nullable(instant),
  answered_at: instant,
  /** The language of both texts; not the requested one if they are not translated. */
  language,
  question: z.string(),
  answer: z.string(),
})
export type LotAnswer = z.infer<typeof publishedAnswer>

export const ownQuestion = z.object({
  id,
  text: z.string(),
  /** The person of the company who asked. */
  by: z.string(),
  asked_at: instant,
  status: z.enum(['open', 'answered', 'rejected']),
  /** Its number on the lot's page; null until published. */
  number: z.nullable(z.int()),
  /** Why it was rejected. */
  reason: z.nullable(z.string()),
})
export type OwnQuestion = z.infer<typeof ownQuestion>

const auctionId = { auction_id: id }

export const questionsEndpoints = {
  questions: endpoint('/api/auctions/questions/list', {
    summary: 'Questions on a lot with their answers, in the order of their numbers (R12.1)',
    access: 'reader',
    request: z.strictObject({ ...auctionId, lang: language.default('uk') }),
    response: list(publishedAnswer),
    errors: ['not_found'],
  }),
  ask: endpoint('/api/auctions/questions/ask', {
    summary:
      'Ask a question on a lot before its question deadline; published without the company’s name together with the answer. Repeating the header Idempotency-Key asks no second question',
    access: 'buyer',
    role: 'trader',
    request: z.strictObject({ ...auctionId, text: questionText, lang: language.default('uk') }),
    response: data(ownQuestion),
    idempotent: 'optional',
    errors: ['not_found', 'questions_closed', 'idempotency_key_missing', 'idempotency_key_reused'],
    rateLimit: { requests: 10, seconds: 600 },
  }),
  ownQuestions: endpoint('/api/auctions/questions/own', {
    summary: 'The company’s own questions on a lot, the newest first, and whether it follows the lot',
    access: 'account',
    request: z.strictObject(auctionId),
    response: data(z.object({ following: z.boolean(), list: z.array(ownQuestion) })),
    errors: ['not_found'],
  }),
  follow: endpoint('/api/auctions/follow', {
    summary: 'Follow a lot, or stop: followers get an email for each answer. Applying and asking follow it too',
    access: 'account',
    request: z.strictObject({ ...auctionId, follow: z.boolean() }),
    response: done,
    errors: ['not_found'],
  }),
}

export const managedQuestion = ownQuestion.extend({
  auction_id: id,
  auction_number: z.int(),
  auction_title: z.string(),
  company_id: id,
  company_name: z.string(),
  language,
  /** The deadline for questions on the lot; answers may follow until bidding ends. */
  question_deadline: instant,
  starts_at: instant,
  decided_at: z.nullable(instant),
})
export type ManagedQuestion = z.infer<typeof managedQuestion>

const published = {
  /** The language shown if a translation is missing. */
  language,
  texts: z.strictObject(answerTexts.shape),
  /** Publish although the texts contain names, codes, an email address, a phone number or a domain of a company. */
  names_confirmed: z.boolean().default(false),
}
type Published = z.infer<z.ZodObject<typeof published>>

function requireOriginal({ language: original, texts }: Published, context: z.RefinementCtx): void {
  if (texts[original] === undefined)
    context.addIssue({ code: 'custom', message: 'required', path: ['texts', original] })
}

const PUBLISH_ERRORS = ['auction_ended', 'auction_cancelled', 'text_names_company'] as const

export const managerQuestionsEndpoints = {
  questions: endpoint('/api/manager/questions/list', {
    summary:
      'Questions on lots with the companies that asked; open ones by the start of their lot, others the newest first',
    access: 'manager',
    request: z.strictObject({
      auction_id: z.optional(id),
      open: z.boolean().default(true),
      lang: language.default('uk'),
      ...paging,
    }),
    response: list(managedQuestion),
  }),
  answerQuestion: endpoint('/api/manager/questions/answer', {
    summary:
      'Publish a question with its answer, without the company that asked. Warns with `text_names_company` if a text would identify a company',
    access: 'manager',
    request: z.strictObject({ question_id: id, ...published }).superRefine(requireOriginal),
    response: data(publishedAnswer),
    errors: ['question_not_found', 'question_already_decided', ...PUBLISH_ERRORS],
  }),
  publishAnswer: endpoint('/api/manager/questions/publish', {
    summary: 'Publish an answer from a company’s private chat that concerns the lot, reworded (R12.2)',
    access: 'manager',
    request: z.strictObject({ ...auctionId, company_id: id, ...published }).superRefine(requireOriginal),
    response: data(publishedAnswer),
    errors: ['not_found', ...PUBLISH_ERRORS],
  }),
  rejectQuestion: endpoint('/api/manager/questions/reject', {
    summary: 'Reject a question with a reason that only the company sees',
    access: 'manager',
    request: z.strictObject({ question_id: id, reason }),
    response: done,
    errors: ['question_not_found', 'question_already_decided'],
  }),
}
