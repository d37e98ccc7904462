import * as z from 'zod'
import { feedbackTopic, type FeedbackTopic } from '@/lib/contract/feedback'

/** What stands in the form, apart from its files, which a browser cannot keep. */
export interface FeedbackDraft {
  topic: FeedbackTopic | ''
  subject: string
  message: string
}

export const EMPTY_FEEDBACK: FeedbackDraft = { topic: '', subject: '', message: '' }

const shape = z.object({ topic: z.union([feedbackTopic, z.literal('')]), subject: z.string(), message: z.string() })

/** Of this tab and this account: it outlives a reload and signing in again, and nobody else finds it later. */
const keyOf = (accountId: number) => `feedback-draft:${accountId}`

export function readFeedbackDraft(accountId: number, storage: Pick<Storage, 'getItem'> = window.sessionStorage): FeedbackDraft {
  try {
    return shape.parse(JSON.parse(storage.getItem(keyOf(accountId)) ?? 'null'))
  } catch {
    return EMPTY_FEEDBACK
  }
}

export function keepFeedbackDraft(accountId: number, draft: FeedbackDraft, storage: Pick<Storage, 'setItem' | 'removeItem'> = window.sessionStorage): void {
  try {
    if (draft.subject === '' && draft.message === '') storage.removeItem(keyOf(accountId))
    else storage.setItem(keyOf(accountId), JSON.stringify(draft))
  } catch {
    // A browser that keeps nothing (private windows, a full store) still sends.
  }
}
