import { feedbackEndpoints, type FeedbackMessage, type FeedbackTopic } from '@/lib/contract/feedback'
import { createBrowserClient, formOf } from './client'
import { sendForm } from './send-form'

interface FeedbackSending {
  idempotencyKey: string
  topic: FeedbackTopic
  subject: string
  message: string
  files: readonly File[]
  onProgress(share: number): void
  signal?: AbortSignal
}

export async function sendFeedback(feedback: FeedbackSending): Promise<FeedbackMessage> {
  const { topic, subject, message, files, ...sending } = feedback
  return (await sendForm(feedbackEndpoints.send, { form: formOf({ topic, subject, message, files }), ...sending })).data
}

export async function readFeedback(cursor: string): Promise<{ list: FeedbackMessage[]; next_cursor: string | null }> {
  return (await createBrowserClient(feedbackEndpoints).list({ cursor })).data
}
