'use client'

import type { FormState } from '@/components/forms/form-state'
import { useProblemText } from '@/components/forms/use-problem-text'
import { useWait } from '@/components/forms/use-wait'
import { WaitNote } from '@/components/forms/wait-note'
import { Notice } from '@/components/ui/notice'

/** Why a form was not accepted; where it came too often, how long to wait, counting down. */
export function FormProblem({ problem }: { problem: FormState['problem'] }) {
  const text = useProblemText()
  const seconds = problem?.code === 'too_many_requests' ? (problem.seconds ?? 60) : null
  const left = useWait(seconds, problem)
  if (problem === null) return null
  return (
    <Notice tone={seconds !== null && left === 0 ? 'plan' : 'lose'} role={seconds === null ? 'alert' : undefined}>
      <p className="font-medium">{seconds === null ? text(problem) : <WaitNote kind="attempt" left={left} total={seconds} />}</p>
    </Notice>
  )
}
