import type * as z from 'zod'
import type { FieldError } from './errors'

/** What a schema found wrong, one entry a fault, in the words of the contract; unknown fields are named by their own path. */
export function fieldErrors(issues: readonly z.core.$ZodIssue[], parent: readonly PropertyKey[] = []): FieldError[] {
  return issues.flatMap((issue): FieldError[] => {
    const path = [...parent, ...issue.path]
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ path: [...path, key].join('.'), code: 'unknown_field' }))
    }
    if (issue.code === 'invalid_union' && issue.errors.length > 0) {
      // Of the alternatives, the one that the input came nearest to is worth explaining.
      const nearest = [...issue.errors].sort((a, b) => a.length - b.length)[0] ?? []
      if (nearest.length > 0) return fieldErrors(nearest, path)
    }
    return [{ path: path.join('.'), code: codeOf(issue), ...boundsOf(issue) }]
  })
}

/** The contract's own codes travel as zod messages in snake case; else zod's code stands. */
function codeOf(issue: z.core.$ZodIssue): string {
  if (/^[a-z]+(_[a-z]+)*$/.test(issue.message)) return issue.message
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'required'
  return issue.code
}

function boundsOf(issue: z.core.$ZodIssue): Pick<FieldError, 'minimum' | 'maximum'> {
  if (issue.code === 'too_small') return { minimum: Number(issue.minimum) }
  if (issue.code === 'too_big') return { maximum: Number(issue.maximum) }
  return {}
}
