'use client'

import { useEffect } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

/** What of the profile is being changed, and what was typed of it. A new password is never kept. */
export interface ProfileDraft {
  task: 'company' | 'person' | 'email'
  typed: Record<string, string>
}

/** Of this tab and this account: it outlives a reload and signing in again, and nobody else finds it later. */
const keyOf = (accountId: number) => `profile-draft:${accountId}`

const SECRETS = ['password', 'current_password']

/** Null where nothing was left unfinished. */
export function readProfileDraft(accountId: number): ProfileDraft | null {
  try {
    const kept: unknown = JSON.parse(window.sessionStorage.getItem(keyOf(accountId)) ?? 'null')
    return isDraft(kept) ? kept : null
  } catch {
    return null
  }
}

/** By hand: a schema here would be the only one that the page's first script has to carry. */
function isDraft(value: unknown): value is ProfileDraft {
  if (typeof value !== 'object' || value === null || !('task' in value) || !('typed' in value)) return false
  const { task, typed } = value
  if (task !== 'company' && task !== 'person' && task !== 'email') return false
  return typeof typed === 'object' && typed !== null && Object.values(typed).every((text) => typeof text === 'string')
}

/** It was saved, or left on purpose. */
export function forgetProfileDraft(accountId: number): void {
  try {
    window.sessionStorage.removeItem(keyOf(accountId))
  } catch {
    // Then nothing was kept either.
  }
}

/** Keeps what is typed into a form of the profile: the session may end meanwhile, and the page is left then. */
export function useProfileDraft<Values extends FieldValues>(
  { watch }: UseFormReturn<Values>,
  accountId: number,
  task: ProfileDraft['task'],
): void {
  useEffect(() => {
    const watching = watch((values) => {
      const typed = Object.entries(values).filter(
        ([name, value]) => typeof value === 'string' && !SECRETS.includes(name),
      )
      try {
        window.sessionStorage.setItem(keyOf(accountId), JSON.stringify({ task, typed: Object.fromEntries(typed) }))
      } catch {
        // A browser that keeps nothing (private windows, a full store) still saves.
      }
    })
    return () => watching.unsubscribe()
  }, [accountId, task, watch])
}
