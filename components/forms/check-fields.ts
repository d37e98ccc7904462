import { useTranslations } from 'next-intl'
import { type ComponentProps, useState } from 'react'
import { textDraft } from '@/lib/browser/storage'

type TextControl = HTMLInputElement | HTMLTextAreaElement

function textControls({ elements }: HTMLFormElement): TextControl[] {
  return [...elements].filter((field) => field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
}

/**
 * Validates a form: each invalid field shows its error, and the first one gets the focus.
 *
 * @returns whether all fields are valid
 */
export function checkFields(form: HTMLFormElement): boolean {
  const faulty = textControls(form).filter(({ validity }) => validity.valueMissing || validity.customError)
  for (const field of faulty) field.checkValidity()
  const section = faulty[0]?.closest('details')
  if (section) section.open = true
  faulty[0]?.focus()
  return faulty.length === 0
}

/** Props of a required field. It shows an error if it is empty when its form is validated. */
export function useRequired(): Pick<ComponentProps<'input'>, 'required' | 'onInvalid' | 'onInput'> & {
  error: string | undefined
} {
  const t = useTranslations('Common')
  const [isMissing, setMissing] = useState(false)
  return {
    required: true,
    error: isMissing ? t('required') : undefined,
    onInvalid: () => setMissing(true),
    onInput: () => setMissing(false),
  }
}

/** The texts of a form as typed, without boxes that are not ticked. */
export function typedTexts(form: HTMLFormElement): Partial<Record<string, string>> {
  const isSent = (field: TextControl) =>
    !(field instanceof HTMLInputElement) || !['checkbox', 'radio'].includes(field.type) || field.checked
  return Object.fromEntries(
    textControls(form)
      .filter(isSent)
      .map(({ name, value }) => [name, value]),
  )
}

/** Once a form is accepted: its texts need no longer be kept. */
export function forgetDrafts(form: HTMLFormElement): void {
  for (const { dataset } of textControls(form)) if (dataset.draft !== undefined) textDraft(dataset.draft).save(null)
}
