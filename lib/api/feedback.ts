import { feedbackEndpoints, type FeedbackMessage, type FeedbackTopic } from '@/lib/contract/feedback'
import { createGroupClient, createTransport } from './client'
import { sendForm } from './send-form'

export interface FeedbackSending {
  topic: FeedbackTopic
  subject: string
  message: string
  files: readonly File[]
  /** Share of the bytes that were sent, 0…1. */
  onProgress(share: number): void
  signal?: AbortSignal
}

/** Sends a message with its files; refusals, lost connections and aborts are thrown as `sendForm` says. */
export async function sendFeedback({ topic, subject, message, files, onProgress, signal }: FeedbackSending): Promise<FeedbackMessage> {
  const form = new FormData()
  form.append('topic', topic)
  form.append('subject', subject)
  form.append('message', message)
  for (const file of files) form.append('files', file)
  return (await sendForm(feedbackEndpoints.send, { form, onProgress, signal })).data
}

export async function readFeedback(cursor: string): Promise<{ list: FeedbackMessage[]; next_cursor: string | null }> {
  const client = createGroupClient(createTransport({ prefixUrl: window.location.origin }), feedbackEndpoints)
  return (await client.list({ cursor })).data
}
