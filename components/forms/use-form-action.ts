import { unstable_isUnrecognizedActionError, unstable_rethrow } from 'next/navigation'
import { useActionState, useEffect } from 'react'
import { type FormAction, type FormState, INITIAL_FORM_STATE, unansweredForm } from '@/components/forms/form-state'
import { reloadKeeping } from '@/components/forms/kept-input'
import { reportUnreachable } from '@/lib/api/problems'
import { useIsInBrowser } from '@/lib/browser/use-browser-value'

type Action<State> = (before: State, form: FormData) => Promise<State>

/**
 * `useActionState` for a server action that may get no answer: `whenSilent` then returns the next state, where an error would replace
 * the form and its input. Without JavaScript the form posts to the action itself.
 */
export function useAction<State>(
  action: Action<State>,
  initial: State,
  whenSilent: (before: State, form: FormData) => State,
) {
  const inBrowser = useIsInBrowser()
  const guarded: Action<State> = async (before, form) => {
    try {
      return await action(before, form)
    } catch (error) {
      // Redirects travel as errors.
      unstable_rethrow(error)
      if (unstable_isUnrecognizedActionError(error)) reloadKeeping(form)
      return whenSilent(before, form)
    }
  }
  return useActionState(inBrowser ? guarded : action, initial as Awaited<State>)
}

/** Reports an outage that a server action found. */
export function useReportOutage(isUnanswered: boolean, attempt: number): void {
  useEffect(() => {
    if (isUnanswered) reportUnreachable({ retryAfter: null })
  }, [isUnanswered, attempt])
}

/** `useAction` for a form of the account pages, which reports an outage. */
export function useFormAction(action: FormAction, initial: FormState = INITIAL_FORM_STATE) {
  const [state, send, pending] = useAction<FormState>(action, initial, unansweredForm)
  useReportOutage(state.problem?.code === 'service_unavailable', state.attempt)
  return [state, send, pending] as const
}
