import { useTranslations } from 'next-intl'
import { startTransition, useEffect, useRef, type FormEvent } from 'react'
import { useForm, type FieldErrors, type FieldValues, type Path, type Resolver } from 'react-hook-form'
import * as z from 'zod'
import { unansweredForm } from './form-state'
import { asRequired, untried, type FormAction, type FormState } from '@/components/forms/form-state'
import { useAction, useTellSilence } from '@/components/forms/calls'
import { type FieldError, fieldErrors } from '@/lib/contract/errors'
import { fieldWords } from '@/lib/i18n/error-messages'

/**
 * A form that is checked by the contract's schema where it stands and again by the server action that it is sent to.
 * Without JavaScript it is posted as it is; the action's answer shows the same faults at the same fields.
 */
export function useCheckedForm<Values extends FieldValues>(
  schema: z.ZodType,
  action: FormAction,
  options: { defaults?: Partial<Values> } = {},
) {
  const t = useTranslations('Fields')
  const [state, send, pending] = useAction<FormState>(action, untried, unansweredForm)
  useTellSilence(state.problem?.code === 'service_unavailable', state.attempt)
  const form = useForm<Values>({
    mode: 'onTouched',
    // The form's own order decides which field is first, see `focusFirst`.
    shouldFocusError: false,
    resolver: resolverOf<Values>(schema),
    defaultValues: options.defaults as never,
  })
  const { setError, formState } = form

  const element = useRef<HTMLFormElement>(null)

  // The server's own findings, at their fields, the first of them focused.
  useEffect(() => {
    for (const fault of state.faults) setError(fault.path as Path<Values>, asError(fault))
    focusFirst(
      element.current,
      state.faults.map(({ path }) => path),
    )
  }, [state, setError])

  const messageOf = (name: string): string | undefined => {
    const known = formState.errors[name as keyof FieldErrors<Values>]
    const fault =
      known?.type === undefined
        ? state.attempt > 0 && !formState.isSubmitted
          ? state.faults.find(({ path }) => path === name)
          : undefined
        : fieldFault(name, known as { type: string; message?: string })
    if (fault === undefined) return undefined
    const { key, values } = fieldWords(fault)
    return t(key, values)
  }

  return {
    state,
    pending,
    send,
    form,
    messageOf,
    /** Props of one field: name, handlers, what was typed before, and what is wrong with it. */
    field(name: Path<Values>) {
      return { ...form.register(name), defaultValue: state.typed[name], error: messageOf(name) }
    },
    submit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault()
      if (pending) return
      const target = event.currentTarget
      element.current = target
      void form.handleSubmit(
        () => startTransition(() => send(new FormData(target))),
        (errors) => focusFirst(target, Object.keys(errors)),
      )(event)
    },
  }
}

/** To the first field of the form, as it is read, that is wrong. */
function focusFirst(form: HTMLFormElement | null, names: readonly string[]): void {
  const wrong = [...(form?.elements ?? [])].find((field) => names.includes(field.getAttribute('name') ?? ''))
  if (wrong instanceof HTMLElement) wrong.focus()
}

export function resolverOf<Values extends FieldValues>(schema: z.ZodType): Resolver<Values> {
  return (values) => {
    const parsed = z.safeParse(schema, values)
    if (parsed.success) return { values: parsed.data as Values, errors: {} }
    const errors: Record<string, { type: string; message: string }> = {}
    for (const fault of fieldErrors(parsed.error.issues)) errors[fault.path] ??= asError(asRequired(fault, values))
    return { values: {}, errors: errors as FieldErrors<Values> }
  }
}

/** The bound travels in the message; the words are made where the language is known. */
function asError({ code, minimum, maximum }: FieldError): { type: string; message: string } {
  return { type: code, message: String(minimum ?? maximum ?? '') }
}

function fieldFault(path: string, { type, message }: { type: string; message?: string }): FieldError {
  return { path, code: type, ...(message ? { minimum: Number(message) } : {}) }
}
