'use client'

import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import type { LiveState } from '@/components/auction/live-state'
import type { LiveStore } from '@/components/auction/live-store'
import type { Submission, SubmissionStore } from '@/components/auction/submission'

interface LivePage {
  store: LiveStore
  submission: SubmissionStore
}

const LiveContext = createContext<LivePage | null>(null)

export function LiveProvider({ store, submission, children }: LivePage & { children: ReactNode }) {
  return <LiveContext value={{ store, submission }}>{children}</LiveContext>
}

/** The two stores of the page: what the server says, and one’s own bid on its way. */
export function useLivePage(): LivePage {
  const page = useContext(LiveContext)
  if (!page) throw new Error('an auction’s component stands outside of its LiveProvider')
  return page
}

export function useLiveState(): LiveState {
  const { store } = useLivePage()
  return useSyncExternalStore(store.subscribe, store.get, store.get)
}

export function useSubmission(): Submission {
  const { submission } = useLivePage()
  return useSyncExternalStore(submission.subscribe, submission.get, submission.get)
}
