import { unstable_isUnrecognizedActionError, unstable_rethrow } from 'next/navigation'
import { useActionState, useEffect, useRef, useState } from 'react'
import { type FormAction, type FormState, INITIAL_FORM_STATE, unansweredForm } from '@/components/forms/form-state'
import { reloadKeeping } from '@/components/forms/kept-input'
import { focusOn } from '@/components/ui/focus'
import { ApiError, reportUnreachable } from '@/lib/api/problems'
import { useIsInBrowser } from '@/lib/browser/use-browser-value'
import type { Problem } from '@/lib/contract/errors'

export interface Mutation<Input> {
  pending: boolean
  /** The input of the running attempt. */
  sending: Input | undefined
  /** The refusal of the last attempt. */
  problem: Problem | null
  /** The text that explains why the last attempt failed. */
  failure: string | null
  /** Returns whether it succeeded; false while an earlier attempt is running. */
  run: (input: Input) => Promise<boolean>
  clear: () => void
}

type State<Input> =
  | { kind: 'idle' }
  | { kind: 'pending'; input: Input }
  | { kind: 'failed'; problem: Problem | null; text: string }

/**
 * One call at a time, with a text if it fails.
 *
 * @param failureText the text for a refusal or a missing answer; throws any other error
 */
export function useMutation<Input = void>(
  call: (input: Input) => Promise<unknown>,
  failureText: (error: unknown) => string,
): Mutation<Input> {
  const running = useRef(false)
  const [state, setState] = useState<State<Input>>({ kind: 'idle' })
  return {
    pending: state.kind === 'pending',
    sending: state.kind === 'pending' ? state.input : undefined,
    problem: state.kind === 'failed' ? state.problem : null,
    failure: state.kind === 'failed' ? state.text : null,
    clear: () => setState({ kind: 'idle' }),
    async run(input) {
      if (running.current) return false
      running.current = true
      setState({ kind: 'pending', input })
      let outcome: State<Input> = { kind: 'idle' }
      try {
        await call(input)
        return true
      } catch (error) {
        const problem = error instanceof ApiError ? problemOf(error) : null
        outcome = { kind: 'failed', problem, text: failureText(error) }
        return false
      } finally {
        running.current = false
        setState(outcome)
      }
    },
  }
}

/** A refusal's facts, with the wait of the Retry-After header. */
export function problemOf({ problem, retryAfter }: ApiError): Problem {
  return { ...problem, retry_after: retryAfter ?? problem.retry_after }
}

interface Page<Item> {
  list: readonly Item[]
  next_cursor: string | null
}

interface Pages<Item> {
  /** The rows read after the page's own. */
  items: readonly Item[]
  hasMore: boolean
  more: Mutation<void>
  /** Reads the next page and moves the focus from the pressed button to the first new row. */
  showMore: (button: Element, last: Element | null | undefined) => void
}

/**
 * After "Show more" the focus moves to the first new row, unless the person has moved it elsewhere in the meantime.
 *
 * @returns the function to call on each press, with the last row before it
 */
export function useFocusOnNew(count: number): (button: Element, last: Element | null | undefined) => void {
  const pressed = useRef<{ button: Element; last: Element } | null>(null)
  useEffect(() => {
    if (pressed.current === null) return
    const { button, last } = pressed.current
    pressed.current = null
    const { activeElement: active, body } = document
    if (last.nextElementSibling && (active === null || active === body || active === button))
      focusOn(last.nextElementSibling)
  }, [count])
  return (button, last) => {
    pressed.current = last ? { button, last } : null
  }
}

/** The rest of a list, page by page. `first`: the cursor after the page's own rows; null if there are no more. */
export function usePages<Item>(
  first: string | null,
  read: (cursor: string) => Promise<Page<Item>>,
  failureText: (error: unknown) => string,
): Pages<Item> {
  const [items, setItems] = useState<readonly Item[]>([])
  const [cursor, setCursor] = useState(first)
  const more = useMutation(async () => {
    if (cursor === null) return
    const page = await read(cursor)
    setItems((before) => [...before, ...page.list])
    setCursor(page.next_cursor)
  }, failureText)
  const focusAfter = useFocusOnNew(items.length)
  return {
    items,
    hasMore: cursor !== null,
    more,
    showMore(button, last) {
      focusAfter(button, last)
      void more.run()
    },
  }
}

/** Preloads the code of dialogs, which may be needed without a connection. */
export function usePreload(loaders: readonly (() => Promise<unknown>)[]) {
  useEffect(() => {
    // A failed preload is retried when the dialog opens.
    for (const load of loaders) load().catch(() => undefined)
  }, [loaders])
}

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

/** Asks before the page is left with a bid, an upload or a form unfinished. */
export function useLeaveWarning(active: boolean) {
  useEffect(() => {
    if (!active) return
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', preventUnload)
    return () => window.removeEventListener('beforeunload', preventUnload)
  }, [active])
}
