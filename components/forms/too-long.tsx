'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { TextAreaField, type TextAreaFieldProps } from '@/components/ui/field'
import { formatDecimal } from '@/lib/i18n/formats'

/**
 * Says of a text by how much it is too long; null while it fits. A field with `maxlength` would cut what is pasted instead, without a word.
 * Counted as the contract does, without the spaces around it.
 */
export function useTooLong(maximum: number): (text: string) => string | null {
  const t = useTranslations('Common')
  const locale = useLocale()
  return (text) => {
    const over = text.trim().length - maximum
    if (over <= 0) return null
    return t('tooLong', { maximum: formatDecimal(String(maximum), locale), over: formatDecimal(String(over), locale) })
  }
}

/** A text area whose form reads it when it is sent. */
export function LimitedTextArea({ maximum, error, ...field }: TextAreaFieldProps & { maximum: number }) {
  const tooLong = useTooLong(maximum)
  const [text, setText] = useState(String(field.defaultValue ?? ''))
  return (
    <TextAreaField
      {...field}
      onInput={(event) => {
        setText(event.currentTarget.value)
        field.onInput?.(event)
      }}
      error={tooLong(text) ?? error}
    />
  )
}
