'use client'

import { useTranslations } from 'next-intl'
import { useEffect, type ReactNode } from 'react'
import { FormProblem } from '@/components/forms/form-kit'
import type { FormState } from '@/components/forms/form-state'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'

export interface ProfileFormProps {
  title: string
  text?: ReactNode
  state: FormState
  pending: boolean
  send: (form: FormData) => void
  submit: (event: React.FormEvent<HTMLFormElement>) => void
  /** `done`: it was accepted. */
  onClose: (done: FormState['done']) => void
  children: ReactNode
}

/** A task on one's own data, in a dialog: the fields, what is wrong, and the way out. */
export function ProfileForm({ title, text, state, pending, send, submit, onClose, children }: ProfileFormProps) {
  const t = useTranslations('Profile')
  const tCommon = useTranslations('Common')

  useEffect(() => {
    if (state.done) onClose(state.done)
    // Closing is what follows from being accepted, once.
  }, [state.done, onClose])

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose(null)}
      title={title}
      description={text}
      closeLabel={tCommon('close')}
    >
      <form action={send} onSubmit={submit} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <FormProblem problem={state.problem} />
        {children}
        <div className="flex flex-col-reverse gap-2 pt-2 sm:flex-row sm:justify-end">
          <Button tone="outline" onClick={() => onClose(null)}>
            {t('cancel')}
          </Button>
          <Button type="submit" pending={pending} pendingLabel={t('saving')}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
