import { useEffect } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { type Draft, draftOf } from '@/lib/browser/storage'

/** An unfinished change of the profile. A new password is never stored. */
export interface ProfileDraft {
  task: 'company' | 'trade' | 'agreement' | 'person' | 'email'
  typed: Record<string, string>
}

const SECRETS = ['password', 'current_password']

export function profileDraft(personId: number): Draft<ProfileDraft> {
  return draftOf(`profile-draft:${personId}`, (stored) => (isDraft(stored) ? stored : null))
}

/** Without zod, which the page's first script does not load otherwise. */
function isDraft(value: unknown): value is ProfileDraft {
  if (typeof value !== 'object' || value === null || !('task' in value) || !('typed' in value)) return false
  const { task, typed } = value
  if (task !== 'company' && task !== 'trade' && task !== 'agreement' && task !== 'person' && task !== 'email')
    return false
  return typeof typed === 'object' && typed !== null && Object.values(typed).every((text) => typeof text === 'string')
}

/** Stores the input of a profile form: the browser leaves the page when the session ends. */
export function useProfileDraft<Values extends FieldValues>(
  { watch }: UseFormReturn<Values>,
  personId: number,
  task: ProfileDraft['task'],
): void {
  useEffect(() => {
    const watching = watch((values) => {
      const typed = Object.entries(values).filter(
        ([name, value]) => typeof value === 'string' && !SECRETS.includes(name),
      )
      profileDraft(personId).save({ task, typed: Object.fromEntries(typed) })
    })
    return () => watching.unsubscribe()
  }, [personId, task, watch])
}
