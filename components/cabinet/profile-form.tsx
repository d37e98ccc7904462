'use client'

import { useTranslations } from 'next-intl'
import { useEffect, type ReactNode } from 'react'
import { FormDialog } from '@/components/forms/form-dialog'
import { FormProblem } from '@/components/forms/form-kit'
import type { FormState } from '@/components/forms/form-state'
import { Notice } from '@/components/ui/notice'

export interface ProfileFormProps {
  title: string
  text?: ReactNode
  /** It was begun before the page had to be left, and holds what was typed then. */
  unfinished?: boolean
  state: FormState
  pending: boolean
  send: (form: FormData) => void
  submit: (event: React.FormEvent<HTMLFormElement>) => void
  /** `done`: it was accepted. */
  onClose: (done: FormState['done']) => void
  children: ReactNode
}

/** A task on one's own data, in a dialog: the fields, what is wrong, and the way out. */
export function ProfileForm({
  title,
  text,
  unfinished = false,
  state,
  pending,
  send,
  submit,
  onClose,
  children,
}: ProfileFormProps) {
  const t = useTranslations('Profile')

  useEffect(() => {
    if (state.done) onClose(state.done)
    // Closing is what follows from being accepted, once.
  }, [state.done, onClose])

  return (
    <FormDialog
      title={title}
      text={text}
      verb={t('save')}
      pending={pending}
      pendingLabel={t('saving')}
      onClose={() => onClose(null)}
      action={send}
      onSubmit={submit}
    >
      {unfinished && state.problem === null && (
        <Notice tone="plan" role="status">
          {t('unfinished')}
        </Notice>
      )}
      <FormProblem problem={state.problem} />
      {children}
    </FormDialog>
  )
}
