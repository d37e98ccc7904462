'use client'

import { useStaff } from '@/components/office/staff-context'
import { useRouter } from 'next/navigation'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { Fault } from '@/components/office/faults'
import { FaultNotice } from '@/components/office/kit'
import { useOfficeText, type OfficeTextKey } from '@/components/office/office-text'
import { useDecision } from '@/components/office/queries'
import { Button, buttonLook } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Dialog } from '@/components/ui/dialog'
import { Field, TextAreaField } from '@/components/ui/field'
import { useLeaveWarning } from '@/components/forms/use-leave-warning'
import { ApiError } from '@/lib/api/problems'
import { ACCEPTED_TYPES } from '@/lib/contract/documents'
import { textDraft } from '@/lib/browser/storage'

/** `form`: the values of further fields of the dialog. */
export type DecisionAnswer = { reason: string; file: File | null; form: FormData }

interface Props {
  title: string
  text?: string
  /** The text of the confirming button. */
  verb: string
  danger?: boolean
  /**
   * Asks for a reason. The value names the decision and its record, such as `halt:12`; the dialog keeps the typed text
   * under it until the decision is made, even if the page reloads or the session ends.
   */
  reasonFor?: string
  /** Called with each change of the reason. */
  onReason?: () => void
  /** The name of the text, and its error while it is empty, if it is not a reason. */
  reasonTexts?: { label: string; missing: string }
  /** Checks the further fields, and shows their errors together with those of the dialog. */
  isValid?: () => boolean
  withFile?: boolean
  busy: boolean
  /** The last refusal. The dialog shows it, because a modal dialog makes toasts unreachable. */
  fault?: Fault | null
  /** Returns true, or a promise of it, if the decision was made: the typed reason is then forgotten. */
  onAnswer: (answer: DecisionAnswer) => unknown
  onClose: () => void
  children?: ReactNode
}

export const REASON_MAXIMUM = 2000

/** The text of a dialog that the member of staff has not sent yet. */
export function useReasonDraft(name: string) {
  return textDraft(`reason:${useStaff().id}:${name}`)
}

/** Confirms a decision that cannot be undone, with a reason or a file. */
export function AskDialog({
  title,
  text,
  verb,
  danger,
  reasonFor,
  onReason,
  reasonTexts,
  isValid = () => true,
  withFile,
  busy,
  fault: refusal = null,
  onAnswer,
  onClose,
  children,
}: Props) {
  const { t, faultText } = useOfficeText()
  const formId = useId()
  const reasonField = useRef<HTMLTextAreaElement>(null)
  const fileField = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<'reason' | 'file' | 'file_empty' | null>(null)
  const [fileName, setFileName] = useState<string | null>(null)
  const withReason = reasonFor !== undefined
  const draft = useReasonDraft(reasonFor ?? '')
  const [reasonBefore] = useState(() => (withReason ? draft.read() : ''))
  const [reasonLength, setReasonLength] = useState(reasonBefore.trim().length)
  const excess = reasonLength - REASON_MAXIMUM

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    // React bubbles events of a portal to the form of the document around the dialog.
    event.stopPropagation()
    const form = new FormData(event.currentTarget)
    const entry = form.get('reason')
    const reason = typeof entry === 'string' ? entry.trim() : ''
    const file = fileField.current?.files?.[0] ?? null
    const areFieldsValid = isValid()
    if (withReason && excess > 0) return reasonField.current?.focus()
    if (withReason && reason === '') return mark('reason')
    if (withFile && file === null) return mark('file')
    if (file?.size === 0) return mark('file_empty')
    if (areFieldsValid && (await onAnswer({ reason, file, form })) === true && withReason) draft.save('')
  }

  function mark(found: NonNullable<typeof fault>): void {
    setFault(found)
    const field = found === 'reason' ? reasonField : fileField
    field.current?.focus()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={text}
      closeLabel={t('keep')}
      initialFocus={withReason && !children ? reasonField : undefined}
      keepOnOutsidePress={withReason || withFile === true || children !== undefined}
      actions={
        <>
          <Button tone="outline" onClick={onClose}>
            {t('keep')}
          </Button>
          <Button tone={danger ? 'danger' : 'primary'} type="submit" form={formId} pending={busy}>
            {verb}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
        {refusal !== null && <FaultNotice fault={refusal} />}
        {children}
        {withReason && (
          <TextAreaField
            ref={reasonField}
            label={reasonTexts?.label ?? t('reason')}
            name="reason"
            defaultValue={reasonBefore}
            error={
              excess > 0
                ? t('tooLong', { maximum: REASON_MAXIMUM, over: excess })
                : fault === 'reason'
                  ? (reasonTexts?.missing ?? t('reasonRequired'))
                  : undefined
            }
            onInput={(event) => {
              setFault(null)
              setReasonLength(event.currentTarget.value.trim().length)
              draft.save(event.currentTarget.value)
              onReason?.()
            }}
          />
        )}
        {withFile && (
          <Field
            label={t('attachFile')}
            error={fault === 'file' ? t('fileRequired') : fault === 'file_empty' ? faultText('file_empty') : undefined}
          >
            {(control) => (
              // The browser's own control would speak the browser's language.
              <span className="flex items-center gap-3 rounded-md has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
                <input
                  {...control}
                  ref={fileField}
                  type="file"
                  name="file"
                  accept={ACCEPTED_TYPES}
                  className="sr-only"
                  onChange={(event) => {
                    setFault(null)
                    setFileName(event.target.files?.[0]?.name ?? null)
                  }}
                />
                <label
                  htmlFor={control.id}
                  className={classNames(buttonLook({ tone: 'outline', size: 'sm' }), 'shrink-0')}
                >
                  {t('chooseFile')}
                </label>
                <span className="min-w-0 text-small break-words text-soft">{fileName ?? t('noFileChosen')}</span>
              </span>
            )}
          </Field>
        )}
      </form>
    </Dialog>
  )
}

interface DecisionProps extends Omit<Props, 'busy' | 'fault' | 'onAnswer'> {
  /** The text that names the result. */
  done: OfficeTextKey
  decide: (answer: DecisionAnswer & { areNamesConfirmed: boolean }) => Promise<unknown>
}

/** A reason that the portal refused for the name of a participant, which may be an ordinary word: sent again, it is insisted on. */
export function useNameInsistence() {
  const [named, setNamed] = useState<string | null>(null)
  return {
    isNamed: named !== null,
    /** Another reason is not insisted on. */
    forget: () => setNamed(null),
    async send(reason: string, call: (areNamesConfirmed: boolean) => Promise<unknown>): Promise<unknown> {
      try {
        return await call(named === reason)
      } catch (error) {
        const isName = error instanceof ApiError && error.code === 'reason_names_bidder'
        setNamed(isName && error.problem.found?.every((kind) => kind === 'name') ? reason : null)
        throw error
      }
    },
  }
}

/** Asks for a decision and makes it; closes once it is made. */
export function DecisionDialog({ done, decide: call, ...dialog }: DecisionProps) {
  const { t } = useOfficeText()
  const { isDeciding, fault, decide } = useDecision(dialog.onClose, { inDialog: true })
  const insistence = useNameInsistence()
  return (
    <AskDialog
      {...dialog}
      verb={insistence.isNamed ? t('recordAnyway') : dialog.verb}
      onReason={insistence.forget}
      busy={isDeciding}
      fault={fault}
      onAnswer={(answer) =>
        decide(done, () =>
          insistence.send(answer.reason, (areNamesConfirmed) => call({ ...answer, areNamesConfirmed })),
        )
      }
    />
  )
}

/** Asks before unsaved input is lost: on unload, and on links of the back office, which do not unload the page. */
export function LeaveQuestion({ active, onLeave }: { active: boolean; onLeave?: () => void }) {
  const { t } = useOfficeText()
  const router = useRouter()
  const [leavingTo, setLeavingTo] = useState<string | null>(null)
  useLeaveWarning(active && leavingTo === null)

  useEffect(() => {
    if (!active) return
    const interceptLink = (event: MouseEvent) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link?.href || link.target === '_blank' || link.origin !== window.location.origin) return
      if (link.pathname === window.location.pathname) return
      event.preventDefault()
      event.stopPropagation()
      setLeavingTo(link.pathname + link.search + link.hash)
    }
    document.addEventListener('click', interceptLink, true)
    return () => document.removeEventListener('click', interceptLink, true)
  }, [active])

  if (leavingTo === null) return null
  return (
    <AskDialog
      title={t('leaveTitle')}
      text={t('leaveText')}
      verb={t('leave')}
      danger
      busy={false}
      onClose={() => setLeavingTo(null)}
      onAnswer={() => {
        onLeave?.()
        router.push(leavingTo)
      }}
    />
  )
}
