import { unstable_rethrow } from 'next/navigation'
import { useActionState, useEffect, useRef, useState } from 'react'
import { focusOn } from '@/components/ui/focus'
import { ApiError, reportUnreachable } from '@/lib/api/problems'
import { useIsInBrowser } from '@/lib/browser/use-browser-value'
import type { Problem } from '@/lib/contract/errors'

export interface Mutation<Input> {
  pending: boolean
  /** What the attempt under way sends; undefined while there is none. */
  sending: Input | undefined
  /** The refusal, where the last attempt got one. */
  problem: Problem | null
  /** Why the last attempt failed, in words; null while there is nothing to say. */
  failure: string | null
  /** Answers whether it was done; false also while an earlier attempt is under way. */
  run: (input: Input) => Promise<boolean>
  clear: () => void
}

type State<Input> =
  { kind: 'idle' } | { kind: 'pending'; input: Input } | { kind: 'failed'; problem: Problem | null; words: string }

/**
 * One call that a person makes: it cannot be made twice at once, and its failure is a sentence.
 *
 * @param say the words for a failure, in the page's language; throws what is a bug
 */
export function useMutation<Input = void>(
  call: (input: Input) => Promise<void>,
  say: (error: unknown) => string,
): Mutation<Input> {
  const running = useRef(false)
  const [state, setState] = useState<State<Input>>({ kind: 'idle' })
  return {
    pending: state.kind === 'pending',
    sending: state.kind === 'pending' ? state.input : undefined,
    problem: state.kind === 'failed' ? state.problem : null,
    failure: state.kind === 'failed' ? state.words : null,
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
        outcome = { kind: 'failed', problem, words: say(error) }
        return false
      } finally {
        running.current = false
        setState(outcome)
      }
    },
  }
}

/** A refusal's facts, with the wait that a header said. */
export function problemOf({ problem, retryAfter }: ApiError): Problem {
  return { ...problem, retry_after: retryAfter ?? problem.retry_after }
}

interface Page<Item> {
  list: readonly Item[]
  next_cursor: string | null
}

interface Pages<Item> {
  /** What was read after the page's own rows. */
  items: readonly Item[]
  hasMore: boolean
  more: Mutation<void>
  /** Reads the next page; the focus goes on from the pressed button to what comes after the last row so far. */
  showMore: (button: Element, last: Element | null | undefined) => void
}

/**
 * After "Show more" the focus goes to the first of the new rows, where reading goes on: the button has moved below them or is gone. Not where
 * it has gone elsewhere meanwhile. `count`: how many rows there are.
 *
 * @returns to be told of each press, with the last row before it
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

/** The rest of a list, page by page (keyset). `first`: where it goes on after the page's own rows; null where that is all. */
export function usePages<Item>(
  first: string | null,
  read: (cursor: string) => Promise<Page<Item>>,
  say: (error: unknown) => string,
): Pages<Item> {
  const [items, setItems] = useState<readonly Item[]>([])
  const [cursor, setCursor] = useState(first)
  const more = useMutation(async () => {
    if (cursor === null) return
    const page = await read(cursor)
    setItems((known) => [...known, ...page.list])
    setCursor(page.next_cursor)
  }, say)
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

/** Fetches the code of dialogs before they are needed: the moment that needs them may be one without a connection. */
export function usePreload(loaders: readonly (() => Promise<unknown>)[]) {
  useEffect(() => {
    // Where it fails now, it is asked for again when the dialog opens.
    for (const load of loaders) load().catch(() => undefined)
  }, [loaders])
}

type Action<State> = (before: State, form: FormData) => Promise<State>

/**
 * `useActionState` for a server action that may find nobody: instead of an error that takes the form and all that was typed away,
 * `whenSilent` gives the state to show. As the server renders it the form posts to the action itself, without JavaScript.
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
      return whenSilent(before, form)
    }
  }
  return useActionState(inBrowser ? guarded : action, initial as Awaited<State>)
}

/** Lets the page say that the service does not answer, where an action of the server found that out. */
export function useTellSilence(isSilent: boolean, attempt: number): void {
  useEffect(() => {
    if (isSilent) reportUnreachable({ retryAfter: null })
  }, [isSilent, attempt])
}

/** Asks before the page is left while something is under way: a bid without its answer, a file half sent, a form with what was not saved. */
export function useLeaveWarning(active: boolean) {
  useEffect(() => {
    if (!active) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [active])
}
