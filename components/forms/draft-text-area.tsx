import { useLocale, useTranslations } from 'next-intl'
import { useState, useSyncExternalStore } from 'react'
import { TextAreaField, type TextAreaFieldProps } from '@/components/ui/field'
import { onDraftSaved, textDraft } from '@/lib/browser/storage'
import { formatDecimal } from '@/lib/i18n/formats'

/**
 * A text that is kept in the tab until it is sent: the session may end, and signing in reloads the page.
 *
 * @param initial the text as long as nothing else was typed
 */
export function useTextDraft(key: string, initial = '') {
  const read = () => textDraft(key).read() ?? initial
  const text = useSyncExternalStore(onDraftSaved, read, () => initial)
  /** Also after its component is gone. */
  function setText(change: string | ((now: string) => string)): void {
    const next = typeof change === 'string' ? change : change(read())
    textDraft(key).save(next === initial ? null : next)
  }
  return [text, setText] as const
}

/**
 * Explains by how much a text is too long; null while it fits. A field with `maxlength` would cut pasted text silently.
 * As in the contract, spaces around the text do not count.
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

interface DraftTextAreaProps extends Omit<TextAreaFieldProps, 'ref' | 'value' | 'defaultValue' | 'onInvalid'> {
  name: string
  maximum: number
  /** The key under which the tab keeps the text; `forgetDrafts` deletes it. */
  draft: string
  /** The text before anything was typed. */
  initial?: string
  /** Shown if the text is sent empty; without it an empty text is valid. */
  missing?: string
}

/** A text area that keeps a draft. `checkFields` makes it show its error. */
export function DraftTextArea({ maximum, draft, initial, missing, error, onChange, ...field }: DraftTextAreaProps) {
  const [text, setText] = useTextDraft(draft, initial)
  const [isMissing, setMissing] = useState(false)
  const tooLong = useTooLong(maximum)(text)
  const fault = tooLong ?? (missing !== undefined && text.trim() === '' ? missing : '')
  return (
    <TextAreaField
      {...field}
      ref={(area) => area?.setCustomValidity(fault)}
      data-draft={draft}
      value={text}
      error={tooLong ?? (isMissing ? missing : error)}
      onInvalid={() => setMissing(tooLong === null)}
      onChange={(event) => {
        setMissing(false)
        setText(event.target.value)
        onChange?.(event)
      }}
    />
  )
}
