import { useTranslations } from 'next-intl'
import type { ComponentProps, FormEvent, ReactNode } from 'react'
import { checkFields, forgetDrafts, typedTexts } from '@/components/forms/check-fields'
import { Button } from '@/components/ui/button'
import { Dialog, type DialogProps } from '@/components/ui/dialog'
import { FailureNotice } from '@/components/ui/notice'

type FormProps = Omit<ComponentProps<'form'>, 'title'>
type Sizing = Pick<Partial<DialogProps>, 'open' | 'keepOnOutsidePress' | 'finalFocus'>

export interface FormDialogProps extends FormProps, Sizing {
  title: string
  text?: ReactNode
  /** The label of the submit button; null if there is nothing to confirm any more. */
  verb: string | null
  cancel?: string
  danger?: boolean
  pending?: boolean
  pendingLabel?: string
  /** The form cannot be sent for now. */
  paused?: boolean
  /** The last refusal. The dialog shows it, because a modal dialog makes toasts unreachable. */
  failure?: ReactNode
  /** Checks what the fields cannot check by themselves; its errors are shown together with theirs. */
  isValid?: () => boolean
  /**
   * Sends the valid form. Returns true, or a promise of true, if it was accepted; its drafts are then deleted. A form that
   * uses `useCheckedForm` passes `onSubmit` instead.
   */
  onAnswer?: (typed: Partial<Record<string, string>>, form: HTMLFormElement) => unknown
  onClose: () => void
}

/** A form, or a question with two buttons, in a dialog. */
export function FormDialog({
  open = true,
  title,
  text,
  verb,
  cancel,
  danger = false,
  pending = false,
  pendingLabel,
  paused,
  failure,
  isValid = () => true,
  onAnswer,
  onSubmit,
  onClose,
  children,
  keepOnOutsidePress = Boolean(children),
  finalFocus,
  ...form
}: FormDialogProps) {
  const t = useTranslations('Common')

  async function answer(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const element = event.currentTarget
    const isRestValid = isValid()
    if (!checkFields(element) || !isRestValid) return
    if ((await onAnswer?.(typedTexts(element), element)) === true) forgetDrafts(element)
  }

  return (
    <Dialog
      open={open}
      keepOnOutsidePress={keepOnOutsidePress}
      finalFocus={finalFocus}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      description={text}
      closeLabel={t('close')}
    >
      <form
        noValidate
        className="grid grid-cols-[minmax(0,1fr)] gap-4"
        {...form}
        onSubmit={(event) => {
          // React bubbles events of a portal to the form of the document around the dialog.
          event.stopPropagation()
          if (onSubmit) onSubmit(event)
          else void answer(event)
        }}
      >
        {typeof failure === 'string' ? <FailureNotice>{failure}</FailureNotice> : failure}
        {children}
        <div className="flex flex-col-reverse gap-2 pt-2 sm:flex-row sm:justify-end">
          <Button tone={verb === null ? 'primary' : 'outline'} onClick={onClose}>
            {cancel ?? t('cancel')}
          </Button>
          {verb !== null && (
            <Button
              type="submit"
              tone={danger ? 'danger' : 'primary'}
              pending={pending}
              pendingLabel={pendingLabel}
              paused={paused}
            >
              {verb}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}
