import * as z from 'zod'
import { line } from './company'
import { FILE_ERRORS } from './documents'
import { endpoint } from './endpoint'
import { data, id, instant, list, paging } from './primitives'

export const feedbackTopic = z.enum(['question', 'auction', 'documents', 'agreement', 'technical', 'other'])
export type FeedbackTopic = z.infer<typeof feedbackTopic>

export const feedbackStatus = z.enum(['new', 'in_work', 'answered', 'closed'])
export type FeedbackStatus = z.infer<typeof feedbackStatus>

export const MAX_FEEDBACK_FILES = 5
/** All files of a message together, in bytes. */
export const MAX_FEEDBACK_BYTES = 25 * 1024 * 1024

export const feedbackFile = z.object({ id, name: z.string(), media_type: z.string(), bytes: z.int(), url: z.string() })
export type FeedbackFile = z.infer<typeof feedbackFile>

export const feedbackMessage = z.object({
  id,
  topic: feedbackTopic,
  subject: z.string(),
  message: z.string(),
  files: z.array(feedbackFile),
  status: feedbackStatus,
  sent_at: instant,
  answer: z.string().nullable(),
  answered_at: z.nullable(instant),
})
export type FeedbackMessage = z.infer<typeof feedbackMessage>

export const managerFeedbackEndpoints = {
  feedbackFiles: endpoint('/api/manager/feedback/files', {
    summary: 'The files attached to a company’s message',
    access: 'manager',
    request: z.strictObject({ feedback_id: id }),
    response: data(z.object({ list: z.array(feedbackFile) })),
    errors: ['not_found'],
  }),
}

export const feedbackEndpoints = {
  send: endpoint('/api/feedback/send', {
    summary:
      'Write to the company (multipart: topic, subject, message, files); up to five files, 25 MB together, checked by content; repeating the header Idempotency-Key sends no second message',
    access: 'account',
    body: 'form',
    repeated: ['files'],
    request: z.strictObject({
      topic: feedbackTopic,
      subject: line(200),
      // Forms carry line breaks as CR LF.
      message: z
        .string()
        .overwrite((typed) => typed.replace(/\r\n?/g, '\n'))
        .trim()
        .min(1, 'required')
        .max(5000),
      files: z.array(z.file()).max(MAX_FEEDBACK_FILES, 'too_many_files').default([]),
    }),
    response: data(feedbackMessage),
    idempotent: 'optional',
    errors: [
      'idempotency_key_missing',
      'idempotency_key_reused',
      ...FILE_ERRORS,
      'upload_quota_reached',
      'upload_daily_quota_reached',
    ],
    rateLimit: { requests: 10, seconds: 600 },
  }),
  list: endpoint('/api/feedback/list', {
    summary: 'Own messages to the company with their answers, the newest first',
    access: 'account',
    request: z.strictObject(paging),
    response: list(feedbackMessage),
  }),
}
