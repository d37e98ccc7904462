import { useRef, useState } from 'react'
import { ApiError, problemOf } from '@/lib/api/problems'
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
