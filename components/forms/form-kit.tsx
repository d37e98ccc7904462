import { MailCheck } from 'lucide'
import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { useRefusalText } from '@/components/forms/failure-texts'
import type { FormState } from '@/components/forms/form-state'
import { Button, type ButtonProps } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Notice } from '@/components/ui/notice'
import { draftOf } from '@/lib/browser/storage'
import { waitOf } from '@/lib/i18n/formats'

/** Replaces a form that was accepted; its heading takes the focus. */
export function FormOutcome({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div role="status" className="grid gap-4">
      <Icon of={MailCheck} className="size-10 text-go-mark" strokeWidth={1.5} />
      <h1 ref={heading} tabIndex={-1} className="text-h2 outline-none">
        {title}
      </h1>
      {children}
    </div>
  )
}

export function SubmitButton(button: ButtonProps) {
  const t = useTranslations('Waiting')
  return <Button type="submit" size="lg" wide pendingLabel={t('sending')} {...button} />
}

/** Why a form was not accepted, with a countdown after too many attempts. */
export function FormProblem({ problem }: { problem: FormState['problem'] }) {
  const text = useRefusalText()
  const seconds = problem?.code === 'too_many_requests' ? (problem.seconds ?? 60) : null
  const left = useWait(seconds, problem)
  if (problem === null) return null
  return (
    <Notice tone={seconds !== null && left === 0 ? 'plan' : 'lose'} role={seconds === null ? 'alert' : undefined}>
      <p className="font-medium">
        {seconds === null ? text({ code: problem.code }) : <WaitNote kind="attempt" left={left} total={seconds} />}
      </p>
    </Notice>
  )
}

/** Seconds left of a wait that the server asked for, counted from the arrival of `answer`; 0 once it is over. */
export function useWait(seconds: number | null, answer: unknown): number {
  const [passed, setPassed] = useState<{ answer: unknown; seconds: number }>({ answer: null, seconds: 0 })
  useEffect(() => {
    if (seconds === null) return
    const from = performance.now()
    const timer = setInterval(() => {
      const elapsed = Math.floor((performance.now() - from) / 1000)
      setPassed({ answer, seconds: elapsed })
      if (elapsed >= seconds) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [answer, seconds])
  return Math.max(0, (seconds ?? 0) - (passed.answer === answer ? passed.seconds : 0))
}

/** How long to wait, counting down; announced once, in words. `left` and `total` in seconds. */
export function WaitNote({ kind, left, total }: { kind: 'attempt' | 'email'; left: number; total: number }) {
  const t = useTranslations('Waiting')
  const { count, unit } = waitOf(total)
  if (left === 0) return <span role="status">{t(`${kind}.over`)}</span>
  return (
    <>
      <span aria-hidden className="numbers">
        {t(`${kind}.in`, { time: clockOf(left) })}
      </span>
      <span role="status" className="sr-only">
        {t(`${kind}.in`, { time: t(unit, { count }) })}
      </span>
    </>
  )
}

/** "0:59", "55:00", "2:05:00". */
function clockOf(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const two = (part: number) => String(part).padStart(2, '0')
  return hours === 0 ? `${minutes}:${two(seconds % 60)}` : `${hours}:${two(minutes)}:${two(seconds % 60)}`
}

/**
 * Preserves a form's input across reloads of this tab, without the fields in `except`, until the form is accepted.
 *
 * @param key null while it is not known whose form it is
 */
export function useFormDraft<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  key: string | null,
  {
    except = NO_FIELDS,
    accepted = false,
    onRestored,
  }: { except?: readonly string[]; accepted?: boolean; onRestored?: () => void } = {},
): void {
  const { getValues, setValue, watch } = form
  const restored = useEffectEvent(() => onRestored?.())

  useEffect(() => {
    if (key === null) return
    const draft = formDraft(key)
    const kept = draft.read()
    for (const [name, value] of Object.entries(kept ?? {})) {
      // Input typed before the page's script ran is newer.
      if (!getValues(name as Path<Values>)) setValue(name as Path<Values>, value as never)
    }
    if (kept !== null) restored()
    const watching = watch((values) => {
      draft.save(
        Object.fromEntries(Object.entries(values).filter(([name, value]) => !except.includes(name) && Boolean(value))),
      )
    })
    return () => watching.unsubscribe()
  }, [except, getValues, key, setValue, watch])

  useEffect(() => {
    if (accepted && key !== null) formDraft(key).save(null)
  }, [accepted, key])
}

const NO_FIELDS: readonly string[] = []

const formDraft = (key: string) =>
  draftOf(key, (stored) => (typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : null))
