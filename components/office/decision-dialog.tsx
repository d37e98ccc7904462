'use client'

import { type ReactNode, useState } from 'react'
import { DraftTextArea } from '@/components/forms/draft-text-area'
import { FormDialog, type FormDialogProps } from '@/components/forms/form-dialog'
import { FileField } from '@/components/office/file-field'
import { FaultNotice } from '@/components/office/kit'
import { type OfficeTextKey, useOfficeText } from '@/components/office/office-text'
import { useDecision } from '@/components/office/queries'
import { useStaff } from '@/components/office/staff-context'
import { ApiError } from '@/lib/api/problems'

const REASON_MAXIMUM = 2000

interface ReasonFieldProps {
  /** The decision and its record, such as `halt:12`: the typed text is kept under this name. */
  draft: string
  name?: string
  label?: string
  hint?: ReactNode
  missing?: string
  autoFocus?: boolean
  onChange?: () => void
}

/** Why something was decided. The text is kept until the decision is made, even if the page reloads or the session ends. */
export function ReasonField({ draft, name = 'reason', label, missing, ...field }: ReasonFieldProps) {
  const { t } = useOfficeText()
  return (
    <DraftTextArea
      {...field}
      name={name}
      label={label ?? t('reason')}
      missing={missing ?? t('reasonRequired')}
      maximum={REASON_MAXIMUM}
      draft={`reason:${useStaff().id}:${draft}`}
    />
  )
}

interface DecisionAnswer {
  /** Empty if the dialog asks for none. */
  reason: string
  file: File | null
  /** The texts of all fields. */
  typed: Partial<Record<string, string>>
  /** The reason names a participant, and the member of staff insists on it. */
  areNamesConfirmed: boolean
}

interface DecisionDialogProps extends Pick<FormDialogProps, 'text' | 'danger' | 'isValid' | 'onClose' | 'children'> {
  title: string
  /** Null if there is nothing to decide. */
  verb: string | null
  /** Asks for a reason, whose draft has this name. */
  reasonFor?: string
  /** The label of the text, and its error while it is empty, if it is not a reason. */
  reasonTexts?: { label: string; missing: string }
  withFile?: boolean
  /** The text that names the result. */
  done: OfficeTextKey
  decide: (answer: DecisionAnswer) => Promise<unknown>
}

/** Asks for a decision and makes it; closes once it is made. */
export function DecisionDialog({
  verb,
  reasonFor,
  reasonTexts,
  withFile = false,
  done,
  decide: call,
  children,
  ...dialog
}: DecisionDialogProps) {
  const { t } = useOfficeText()
  const { isDeciding, fault, decide } = useDecision(dialog.onClose, { inDialog: true })
  /** The reason that the portal refused for the name of a participant, which may be an ordinary word. */
  const [named, setNamed] = useState<string | null>(null)

  async function decideWith(answer: Omit<DecisionAnswer, 'areNamesConfirmed'>): Promise<unknown> {
    try {
      return await call({ ...answer, areNamesConfirmed: named === answer.reason })
    } catch (error) {
      const isName = error instanceof ApiError && error.code === 'reason_names_bidder'
      setNamed(isName && error.problem.found?.every((kind) => kind === 'name') ? answer.reason : null)
      throw error
    }
  }

  return (
    <FormDialog
      {...dialog}
      verb={named === null ? verb : t('recordAnyway')}
      cancel={t(verb === null ? 'close' : 'keep')}
      keepOnOutsidePress={reasonFor !== undefined || withFile || Boolean(children)}
      pending={isDeciding}
      failure={fault && <FaultNotice fault={fault} />}
      onAnswer={(typed, form) => {
        const field = form.elements.namedItem('file')
        const file = (field instanceof HTMLInputElement && field.files?.[0]) || null
        return decide(done, () => decideWith({ reason: typed.reason?.trim() ?? '', file, typed }))
      }}
    >
      {children}
      {reasonFor !== undefined && (
        <ReasonField draft={reasonFor} {...reasonTexts} autoFocus={!children} onChange={() => setNamed(null)} />
      )}
      {withFile && <FileField />}
    </FormDialog>
  )
}
