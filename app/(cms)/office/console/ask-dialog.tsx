'use client'

import { toast } from '@payloadcms/ui'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useOfficeCall } from '@/app/(cms)/office/lists/use-office'
import { useWords } from '@/app/(cms)/office/use-words'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field, TextAreaField } from '@/components/ui/field'
import { keepText, keptText } from '@/lib/browser/kept-text'

/**
 * Runs a decision once, however often the button is pressed, and says how it ended. Answers whether it was done, so that
 * a dialog keeps what was typed when it was not.
 */
export function useAct(after: () => void): { busy: boolean; act: (work: () => Promise<unknown>) => Promise<boolean> } {
  const { say } = useWords()
  const { pending, run } = useOfficeCall(async (work: () => Promise<unknown>) => {
    try {
      await work()
      toast.success(say('done'))
    } finally {
      after()
    }
  }, toast.error)
  return { busy: pending, act: run }
}

/** `form`: what further fields of the dialog hold. */
export type Answer = { reason: string; file: File | null; form: FormData }

type Props = {
  title: string
  text?: string
  /** What the button that goes through with it says. */
  verb: string
  danger?: boolean
  withReason?: boolean
  /** The key of `keptText` under which a typed reason outlives leaving the page; it is kept until the caller forgets it. */
  keptAs?: string
  withFile?: boolean
  busy: boolean
  onAnswer: (answer: Answer) => void
  onClose: () => void
  children?: ReactNode
}

const REASON_MAXIMUM = 2000

/** Asks once more before something that cannot be undone. */
export function AskDialog({
  title,
  text,
  verb,
  danger,
  withReason,
  keptAs,
  withFile,
  busy,
  onAnswer,
  onClose,
  children,
}: Props) {
  const { say } = useWords()
  const formId = useId()
  const reasonField = useRef<HTMLTextAreaElement>(null)
  const fileField = useRef<HTMLInputElement>(null)
  const [missing, setMissing] = useState<'reason' | 'file' | null>(null)
  const [kept] = useState(() => (keptAs === undefined ? '' : keptText(keptAs)))
  const [reasonLength, setReasonLength] = useState(kept.trim().length)
  const over = reasonLength - REASON_MAXIMUM

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    // The dialog stands inside the form of a document, though not in its element.
    event.stopPropagation()
    const form = new FormData(event.currentTarget)
    const written = form.get('reason')
    const reason = typeof written === 'string' ? written.trim() : ''
    const chosen = form.get('file')
    const file = chosen instanceof File && chosen.size > 0 ? chosen : null
    if (withReason && over > 0) return reasonField.current?.focus()
    if (withReason && reason === '') return miss('reason')
    if (withFile && file === null) return miss('file')
    onAnswer({ reason, file, form })
  }

  function miss(what: 'reason' | 'file'): void {
    setMissing(what)
    const field = what === 'reason' ? reasonField : fileField
    field.current?.focus()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={text}
      closeLabel={say('keep')}
      initialFocus={withReason ? reasonField : undefined}
      actions={
        <>
          <Button tone="outline" onClick={onClose}>
            {say('keep')}
          </Button>
          <Button tone={danger ? 'danger' : 'primary'} type="submit" form={formId} pending={busy}>
            {verb}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="grid gap-4">
        {children}
        {withReason && (
          <TextAreaField
            ref={reasonField}
            label={say('reason')}
            name="reason"
            defaultValue={kept}
            error={
              over > 0
                ? say('tooLong', { maximum: REASON_MAXIMUM, over })
                : missing === 'reason'
                  ? say('reasonRequired')
                  : undefined
            }
            onInput={(event) => {
              setMissing(null)
              setReasonLength(event.currentTarget.value.trim().length)
              if (keptAs !== undefined) keepText(keptAs, event.currentTarget.value)
            }}
          />
        )}
        {withFile && (
          <Field label={say('attachFile')} error={missing === 'file' ? say('fileRequired') : undefined}>
            {(control) => (
              <input
                {...control}
                ref={fileField}
                type="file"
                name="file"
                accept="application/pdf,image/png,image/jpeg"
                className="text-small file:mr-3 file:min-h-9 file:rounded-md file:border file:border-line-strong file:bg-surface file:px-3.5 file:font-semibold"
                onInput={() => setMissing(null)}
              />
            )}
          </Field>
        )}
      </form>
    </Dialog>
  )
}
