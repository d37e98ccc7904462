'use client'

import type { FormState } from '@/components/forms/form-state'
import { useProblemText } from '@/components/forms/use-problem-text'
import { Notice } from '@/components/ui/notice'

export function FormProblem({ problem }: { problem: FormState['problem'] }) {
  const text = useProblemText()
  if (problem === null) return null
  return (
    <Notice tone="lose" role="alert">
      <p className="font-medium">{text(problem)}</p>
    </Notice>
  )
}
