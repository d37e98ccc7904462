import { useTranslations } from 'next-intl'
import { startTransition, useEffect, useRef, type FormEvent } from 'react'
import { useForm, type FieldErrors, type FieldValues, type Path, type Resolver } from 'react-hook-form'
import * as z from 'zod'
import { asError, asRequired, faultOf, type FormAction } from '@/components/forms/form-state'
import { readAutofill } from '@/components/forms/read-autofill'
import { useFormAction } from '@/components/forms/use-form-action'
import { fieldErrors } from '@/lib/contract/errors'
import { fieldMessage } from '@/lib/i18n/error-messages'

/**
 * A form that is checked by the contract's schema in the browser and again by its server action. Without JavaScript the action's
 * answer shows the same errors at the same fields.
 */
export function useCheckedForm<Values extends FieldValues>(
  schema: z.ZodType,
  action: FormAction,
  options: {
    defaults?: Partial<Values>
    /** Shows hidden fields before the first faulty one gets the focus. */
    reveal?: (faulty: readonly string[]) => void
  } = {},
) {
  const t = useTranslations('Fields')
  const [state, send, pending] = useFormAction(action)
  const form = useForm<Values>({
    mode: 'onTouched',
    // `focusFirst` follows the order of the form.
    shouldFocusError: false,
    resolver: resolverOf<Values>(schema),
    defaultValues: options.defaults as never,
  })
  const { setError, formState } = form

  const element = useRef<HTMLFormElement>(null)

  // The server's errors, at their fields.
  useEffect(() => {
    for (const fault of state.faults) setError(fault.path as Path<Values>, asError(fault))
    focusFirst(
      element.current,
      state.faults.map(({ path }) => path),
    )
  }, [state, setError])

  const messageOf = (name: string): string | undefined => {
    const error = formState.errors[name as keyof FieldErrors<Values>]
    const fault =
      error?.type === undefined
        ? state.attempt > 0 && !formState.isSubmitted
          ? state.faults.find(({ path }) => path === name)
          : undefined
        : faultOf(name, error as { type: string; message?: string })
    if (fault === undefined) return undefined
    const { key, values } = fieldMessage(fault)
    return t(key, values)
  }

  return {
    state,
    pending,
    send,
    form,
    messageOf,
    /** Props of one field, with its previous input and its error. */
    field(name: Path<Values>) {
      return { ...form.register(name), defaultValue: state.typed[name], error: messageOf(name) }
    },
    submit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault()
      if (pending) return
      const target = event.currentTarget
      element.current = target
      readAutofill(target, form)
      void form.handleSubmit(
        () => startTransition(() => send(new FormData(target))),
        (errors) => {
          options.reveal?.(Object.keys(errors))
          focusFirst(target, Object.keys(errors))
        },
      )(event)
    },
    /** Checks some of the fields; the first faulty one gets the focus. */
    async check(target: HTMLFormElement, names: readonly Path<Values>[]): Promise<boolean> {
      readAutofill(target, form)
      // An error at a touched field goes away while it is corrected.
      for (const name of names) form.setValue(name, form.getValues(name), { shouldTouch: true })
      const isValid = await form.trigger(names)
      if (!isValid)
        focusFirst(
          target,
          names.filter((name) => form.getFieldState(name).invalid),
        )
      return isValid
    },
  }
}

/** Focuses the first of these fields in the order of the form. */
function focusFirst(form: HTMLFormElement | null, names: readonly string[]): void {
  const wrong = [...(form?.elements ?? [])].find((field) => names.includes(field.getAttribute('name') ?? ''))
  if (wrong instanceof HTMLElement) wrong.focus()
}

/** Checks the typed values, which the form keeps as they are. */
export function resolverOf<Values extends FieldValues>(schema: z.ZodType): Resolver<Values> {
  return (values) => {
    const parsed = z.safeParse(schema, values)
    if (parsed.success) return { values, errors: {} }
    const errors: Record<string, { type: string; message: string }> = {}
    for (const fault of fieldErrors(parsed.error.issues)) errors[fault.path] ??= asError(asRequired(fault, values))
    return { values: {}, errors: errors as FieldErrors<Values> }
  }
}
