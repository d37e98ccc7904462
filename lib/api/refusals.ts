import type { ApiError } from './api-error'

/** Lets the page know of what became of its calls, whoever made them. */
function createBulletin<News>() {
  const listeners = new Set<(news: News) => void>()
  return {
    on(hear: (news: News) => void): () => void {
      listeners.add(hear)
      return () => void listeners.delete(hear)
    },
    tell(news: News): void {
      for (const hear of listeners) hear(news)
    },
  }
}

const refusals = createBulletin<ApiError>()
const silences = createBulletin<{ retryAfter: number | null }>()

/** Lets `hear` know of every call that the API refuses in this browser; answers how to stop. */
export const onRefusal = refusals.on
export const tellRefusal = refusals.tell

/** The same of every call that nobody answered: no network, a time-out, a gateway without the API behind it. */
export const onSilence = silences.on
export const tellSilence = silences.tell
