import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

/** Copies values that a password manager filled in without an event into the form's state. */
export function readAutofill<Values extends FieldValues>(
  element: HTMLFormElement,
  { getValues, setValue }: Pick<UseFormReturn<Values>, 'getValues' | 'setValue'>,
): void {
  for (const field of element.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(
    'input:not([type=checkbox], [type=radio], [type=file]), select, textarea',
  )) {
    const name = field.name as Path<Values>
    if (Object.hasOwn(getValues(), name) && getValues(name) !== field.value) setValue(name, field.value as never)
  }
}
