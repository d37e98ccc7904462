import { useTranslations } from 'next-intl'
import { type ComponentProps, type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { FailureNotice } from '@/components/ui/notice'

export interface FormDialogProps extends Omit<ComponentProps<'form'>, 'title'> {
  title: string
  text?: ReactNode
  /** The label of the submit button. */
  verb: string
  cancel?: string
  danger?: boolean
  pending: boolean
  pendingLabel?: string
  failure?: string | null
  onClose: () => void
}

/** A short form in a dialog. */
export function FormDialog({
  title,
  text,
  verb,
  cancel,
  danger = false,
  pending,
  pendingLabel,
  failure,
  onClose,
  children,
  ...form
}: FormDialogProps) {
  const t = useTranslations('Common')
  return (
    <Dialog
      open
      keepOnOutsidePress
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={text}
      closeLabel={t('close')}
    >
      <form noValidate className="grid grid-cols-[minmax(0,1fr)] gap-4" {...form}>
        <FailureNotice>{failure}</FailureNotice>
        {children}
        <div className="flex flex-col-reverse gap-2 pt-2 sm:flex-row sm:justify-end">
          <Button tone="outline" onClick={onClose}>
            {cancel ?? t('cancel')}
          </Button>
          <Button type="submit" tone={danger ? 'danger' : 'primary'} pending={pending} pendingLabel={pendingLabel}>
            {verb}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/**
 * A form of required texts: missing ones are reported at their fields and the first is focused.
 *
 * @param send gets every text of the form as typed
 */
export function useRequiredTexts<Name extends string>(
  names: readonly Name[],
  send: (typed: Record<Name, string> & Partial<Record<string, string>>) => void,
) {
  const t = useTranslations('Common')
  const [missing, setMissing] = useState<readonly string[]>([])
  return {
    errorOf: (name: Name) => missing.includes(name) && t('required'),
    submit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault()
      const { elements } = event.currentTarget
      const typed = textsIn(elements) as Record<Name, string>
      const empty = names.filter((name) => !typed[name]?.trim())
      setMissing(empty)
      const first = elements.namedItem(empty[0] ?? '')
      if (first instanceof HTMLElement) first.focus()
      else send(typed)
    },
  }
}

function textsIn(elements: HTMLFormControlsCollection): Record<string, string> {
  const texts = [...elements].filter(
    (field) => field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement,
  )
  // A box that is not ticked sends nothing.
  const sent = texts.filter((field) => field.type !== 'checkbox' || (field as HTMLInputElement).checked)
  return Object.fromEntries(sent.map(({ name, value }) => [name, value]))
}
