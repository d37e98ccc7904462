'use client'

import { toast } from '@payloadcms/ui'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useOffice } from '@/app/(cms)/office/lists/use-office'
import { faultOf } from '@/app/(cms)/office/resource'
import { useWords } from '@/app/(cms)/office/use-words'

/**
 * Runs a decision once, however often the button is pressed, and says how it ended. Answers whether it was done, so that
 * a dialog keeps what was typed when it was not.
 */
export function useAct(after: () => void): { busy: boolean; act: (work: () => Promise<unknown>) => Promise<boolean> } {
  const { say } = useWords()
  const office = useOffice()
  const running = useRef(false)
  const [busy, setBusy] = useState(false)

  async function act(work: () => Promise<unknown>): Promise<boolean> {
    if (running.current) return false
    running.current = true
    setBusy(true)
    try {
      await work()
      toast.success(say('done'))
      return true
    } catch (error) {
      toast.error(office.faultOf(faultOf(error)))
      return false
    } finally {
      running.current = false
      setBusy(false)
      after()
    }
  }

  return { busy, act }
}

export type Answer = { reason: string; file: File | null }

type Props = {
  title: string
  text?: string
  /** What the button that goes through with it says. */
  verb: string
  danger?: boolean
  withReason?: boolean
  withFile?: boolean
  busy: boolean
  onAnswer: (answer: Answer) => void
  onClose: () => void
  children?: ReactNode
}

const REASON_MAXIMUM = 2000

/** The second look before something that cannot be taken back. The browser's own dialog keeps the focus inside. */
export function AskDialog({
  title,
  text,
  verb,
  danger,
  withReason,
  withFile,
  busy,
  onAnswer,
  onClose,
  children,
}: Props) {
  const { say } = useWords()
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const reasonId = useId()
  const faultId = useId()
  const fileId = useId()
  const [missing, setMissing] = useState<'reason' | 'file' | null>(null)

  useEffect(() => {
    dialog.current?.showModal()
  }, [])

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const written = form.get('reason')
    const reason = typeof written === 'string' ? written.trim() : ''
    const chosen = form.get('file')
    const file = chosen instanceof File && chosen.size > 0 ? chosen : null
    if (withReason && reason === '') return miss('reason', reasonId)
    if (withFile && file === null) return miss('file', fileId)
    onAnswer({ reason, file })
  }

  function miss(what: 'reason' | 'file', fieldId: string): void {
    setMissing(what)
    document.getElementById(fieldId)?.focus()
  }

  return (
    <dialog ref={dialog} className="office office-dialog" aria-labelledby={titleId} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <h2 id={titleId}>{title}</h2>
        {text && <p>{text}</p>}
        {children}
        {withReason && (
          <div className="office-field">
            <label htmlFor={reasonId}>{say('reason')}</label>
            <textarea
              id={reasonId}
              name="reason"
              rows={4}
              maxLength={REASON_MAXIMUM}
              aria-invalid={missing === 'reason'}
              aria-describedby={missing === 'reason' ? faultId : undefined}
              onInput={() => setMissing(null)}
            />
            {missing === 'reason' && (
              <p id={faultId} className="office-field-fault">
                {say('reasonRequired')}
              </p>
            )}
          </div>
        )}
        {withFile && (
          <div className="office-field">
            <label htmlFor={fileId}>{say('attachFile')}</label>
            <input
              id={fileId}
              type="file"
              name="file"
              accept="application/pdf,image/png,image/jpeg"
              aria-invalid={missing === 'file'}
              aria-describedby={missing === 'file' ? faultId : undefined}
              onInput={() => setMissing(null)}
            />
            {missing === 'file' && (
              <p id={faultId} className="office-field-fault">
                {say('fileRequired')}
              </p>
            )}
          </div>
        )}
        <footer>
          <button type="button" className="office-button" onClick={() => dialog.current?.close()}>
            {say('keep')}
          </button>
          <button type="submit" className="office-button" data-look={danger ? 'danger' : 'action'} disabled={busy}>
            {verb}
          </button>
        </footer>
      </form>
    </dialog>
  )
}
