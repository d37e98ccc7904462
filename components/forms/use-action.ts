'use client'

import { unstable_rethrow } from 'next/navigation'
import { useActionState, useEffect, useSyncExternalStore } from 'react'
import { tellSilence } from '@/lib/api/problems'

type Action<State> = (before: State, form: FormData) => Promise<State>

const neverChanges = () => () => undefined

/**
 * `useActionState` for a server action that may find nobody: instead of an error that takes the form and all that was typed away,
 * `whenSilent` gives the state to show. As the server renders it the form posts to the action itself, without JavaScript.
 */
export function useAction<State>(
  action: Action<State>,
  initial: State,
  whenSilent: (before: State, form: FormData) => State,
) {
  const inBrowser = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  const guarded: Action<State> = async (before, form) => {
    try {
      return await action(before, form)
    } catch (error) {
      // Redirects travel as errors.
      unstable_rethrow(error)
      return whenSilent(before, form)
    }
  }
  return useActionState(inBrowser ? guarded : action, initial as Awaited<State>)
}

/** Lets the page say that the service does not answer, where an action of the server found that out. */
export function useTellSilence(isSilent: boolean, attempt: number): void {
  useEffect(() => {
    if (isSilent) tellSilence({ retryAfter: null })
  }, [isSilent, attempt])
}
