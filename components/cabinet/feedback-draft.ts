'use client'

import * as z from 'zod'
import type { ErrorCode } from '@/lib/contract/errors'
import {
  feedbackEndpoints,
  feedbackTopic,
  type FeedbackTopic,
  largestFeedback,
  maxFeedbackFiles,
} from '@/lib/contract/feedback'
import { checkDocument } from './use-upload-queue'

type FeedbackField = 'topic' | 'subject' | 'message'

type FeedbackFault = 'topicRequired' | 'subjectRequired' | 'messageRequired' | 'tooLong'

export const MAX_SUBJECT = 200
export const MAX_MESSAGE = 5000

export type FeedbackFaults = Partial<Record<FeedbackField, FeedbackFault>>

/** Reads the form by the contract's own schema; the first fault of each field. */
export function checkFeedback(draft: FeedbackDraft): FeedbackFaults {
  const parsed = feedbackEndpoints.send.request.safeParse(draft)
  const faults: FeedbackFaults = {}
  for (const { path, code } of parsed.error?.issues ?? []) {
    if (path[0] === 'topic') faults.topic ??= 'topicRequired'
    if (path[0] === 'subject') faults.subject ??= code === 'too_big' ? 'tooLong' : 'subjectRequired'
    if (path[0] === 'message') faults.message ??= code === 'too_big' ? 'tooLong' : 'messageRequired'
  }
  return faults
}

export type FilesFault =
  | { code: 'too_many' }
  | { code: 'together_too_large' }
  | {
      code: Extract<ErrorCode, 'file_empty' | 'file_unreadable' | 'body_too_large' | 'file_type_refused'>
      name: string
    }

/** Files with the new ones among them, or why they cannot be taken. The same file chosen twice is one. */
export function addFiles(kept: readonly File[], chosen: readonly File[]): { files: File[]; fault: FilesFault | null } {
  let files = [...kept]
  for (const file of chosen) {
    const refused = checkDocument(file)
    if (refused) return { files, fault: { code: refused, name: file.name } }
    if (
      files.some(
        (known) => known.name === file.name && known.size === file.size && known.lastModified === file.lastModified,
      )
    )
      continue
    if (files.length === maxFeedbackFiles) return { files, fault: { code: 'too_many' } }
    if (sizeOf([...files, file]) > largestFeedback) return { files, fault: { code: 'together_too_large' } }
    files = [...files, file]
  }
  return { files, fault: null }
}

function sizeOf(files: readonly File[]): number {
  return files.reduce((bytes, file) => bytes + file.size, 0)
}

/** What stands in the form, apart from its files, which a browser cannot keep. */
export interface FeedbackDraft {
  topic: FeedbackTopic | ''
  subject: string
  message: string
}

export const EMPTY_FEEDBACK: FeedbackDraft = { topic: '', subject: '', message: '' }

/** What is left of the form once a message has been sent: the next one, where it was begun meanwhile. */
export function typedSince(sent: FeedbackDraft, typed: FeedbackDraft): FeedbackDraft {
  return {
    topic: typed.topic === sent.topic ? '' : typed.topic,
    subject: typed.subject === sent.subject ? '' : typed.subject,
    message: typed.message === sent.message ? '' : typed.message,
  }
}

const shape = z.object({ topic: z.union([feedbackTopic, z.literal('')]), subject: z.string(), message: z.string() })

/** Of this tab and this account: it outlives a reload and signing in again, and nobody else finds it later. */
const keyOf = (accountId: number) => `feedback-draft:${accountId}`

export function readFeedbackDraft(
  accountId: number,
  storage: Pick<Storage, 'getItem'> = window.sessionStorage,
): FeedbackDraft {
  try {
    return shape.parse(JSON.parse(storage.getItem(keyOf(accountId)) ?? 'null'))
  } catch {
    return EMPTY_FEEDBACK
  }
}

export function keepFeedbackDraft(
  accountId: number,
  draft: FeedbackDraft,
  storage: Pick<Storage, 'setItem' | 'removeItem'> = window.sessionStorage,
): void {
  try {
    if (draft.subject === '' && draft.message === '') storage.removeItem(keyOf(accountId))
    else storage.setItem(keyOf(accountId), JSON.stringify(draft))
  } catch {
    // A browser that keeps nothing (private windows, a full store) still sends.
  }
}
