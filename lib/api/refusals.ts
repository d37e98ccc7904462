import type { ApiError } from './api-error'

type Hear = (refusal: ApiError) => void

const listeners = new Set<Hear>()

/** Lets `hear` know of every call that the API refuses in this browser, whoever made it; answers how to stop. */
export function onRefusal(hear: Hear): () => void {
  listeners.add(hear)
  return () => void listeners.delete(hear)
}

export function tellRefusal(refusal: ApiError): void {
  for (const hear of listeners) hear(refusal)
}
