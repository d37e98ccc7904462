'use client'

import {
  useAllFormFields,
  useDocumentInfo,
  useDocumentTitle,
  useForm,
  useFormProcessing,
  useFormSubmitted,
} from '@payloadcms/ui'
import type { FormField } from 'payload'
import { useEffect, useRef } from 'react'
import { type TranslateCms, useCmsText } from '@/app/(cms)/content/cms-text'
import { useFieldOpening, useRowOpening } from '@/app/(cms)/content/open-field'
import { requestIdle } from '@/lib/browser/when-idle'
import { formatDateTime } from '@/lib/i18n/formats'

/**
 * Payload 3.90 treats a form as saved even if the save was refused: its button is disabled, and leaving loses the
 * input. A form state that was requested before the refusal also clears the fields' errors when it arrives. Can go once
 * tests/e2e/decimal-field.full.spec.ts passes without it. The rows of the refused fields are opened, and the first gets the focus.
 */
export function RefusedSaveGuard() {
  const { setModified } = useForm()
  const [fields, dispatchFields] = useAllFormFields()
  const submitted = useFormSubmitted()
  const processing = useFormProcessing()
  const isRefused = submitted && !processing
  const openRows = useRowOpening()
  const openField = useFieldOpening()
  /** By path; null where the error was restored already. */
  const faults = useRef(new Map<string, FormField | null>())

  useEffect(() => {
    faults.current.clear()
    if (isRefused) setModified(true)
  }, [isRefused, setModified])

  useEffect(() => {
    if (!isRefused) return
    for (const [path, field] of Object.entries(fields)) {
      const fault = faults.current.get(path)
      if (fault === undefined) {
        if (field.valid !== false) continue
        if (faults.current.size === 0) openField(path)
        else openRows(path)
        faults.current.set(path, field)
      } else if (fault !== null && field.valid !== false && field.value === fault.value) {
        faults.current.set(path, null)
        dispatchFields({ type: 'UPDATE', path, valid: false, errorMessage: fault.errorMessage })
      }
    }
  }, [isRefused, fields, dispatchFields, openField, openRows])

  return null
}

/** Payload shows the id as the title of a document without one. */
export function DocumentTitle() {
  const { id, data, docConfig } = useDocumentInfo()
  const { title, setDocumentTitle } = useDocumentTitle()
  const { t } = useCmsText()
  const titleField =
    docConfig && 'slug' in docConfig && 'useAsTitle' in docConfig.admin ? docConfig.admin.useAsTitle : undefined
  const isUnnamed = id !== undefined && title === String(id) && (titleField === undefined || !data?.[titleField])
  const untitled = t('untitled')

  useEffect(() => {
    if (!isUnnamed) return
    // Payload's own effect runs after this one.
    const later = setTimeout(() => setDocumentTitle(untitled))
    return () => clearTimeout(later)
  }, [isUnnamed, untitled, setDocumentTitle])

  return null
}

/** In place of Payload's times of the last change and of the creation, which are in the browser's zone (hidden in custom.css). */
export function ChangedAt() {
  const { data } = useDocumentInfo()
  const { t, locale } = useCmsText()
  const at: unknown = data?.updatedAt
  return typeof at === 'string' && <p className="changed-at">{t('changedAt', { at: formatDateTime(at, locale) })}</p>
}

/** By name; null removes the attribute. */
type Attributes = Record<string, string | null>

interface Rule {
  selector: string
  attributes(element: Element, t: TranslateCms): Attributes
}

const named = (name: string): Attributes => ({ 'aria-label': name })

/** The label of the field that a control belongs to, without the star of a required one. */
function fieldOf(element: Element): string | undefined {
  const label = element.closest('.field-type, .array-field, .blocks-field')?.querySelector('.field-label')
  return label?.textContent.replace('*', '').trim()
}

/** Neither version has a value. Payload lists such a field if one of them lacks the language, and writes a missing choice as null. */
function isWithoutValues(difference: Element): boolean {
  return [...difference.querySelectorAll('.html-diff')].every(
    (side) => ['', 'null'].includes(side.textContent.trim()) && side.querySelector('img, svg') === null,
  )
}

const hiddenIf = (condition: boolean): Attributes => ({ hidden: condition ? '' : null })

const RULES: readonly Rule[] = [
  {
    selector: '.field-diff-container',
    attributes: (difference) => hiddenIf(isWithoutValues(difference)),
  },
  {
    selector: '.diff-collapser:has(.field-diff-container)',
    attributes: (group) => hiddenIf(group.querySelector('.field-diff-container:not([hidden])') === null),
  },
  {
    selector: '.select-diff .html-diff span',
    attributes: (word) => hiddenIf(word.textContent === 'null'),
  },
  {
    selector: '#select-all[aria-labelledby]',
    attributes: (_, t) => ({ ...named(t('controlSelectAll')), 'aria-labelledby': null }),
  },
  {
    selector: 'td input[type=checkbox][aria-label=""]',
    attributes: (box, t) =>
      named(t('controlSelectRow', { name: box.closest('tr')?.querySelector('a')?.textContent ?? '' })),
  },
  {
    selector: ['.rs__input', '.rs__control [role=combobox]', '.react-datepicker__input-container input']
      .map((control) => `${control}:not([aria-label])`)
      .join(),
    attributes: (control, t) =>
      (control as HTMLInputElement).labels?.length ? {} : named(fieldOf(control) ?? t('controlChoice')),
  },
  {
    selector: '.clickable-arrow--left:not([aria-label])',
    attributes: (_, t) => named(t('controlPrevious')),
  },
  { selector: '.clickable-arrow--right:not([aria-label])', attributes: (_, t) => named(t('controlNext')) },
  {
    selector: '.doc-controls__popup .popup-button:not([aria-label])',
    attributes: (_, t) => named(t('controlMore')),
  },
  {
    selector: '.btn--withPopup .popup-button:not([aria-label])',
    attributes: (_, t) => named(t('controlSaving')),
  },
  {
    selector: '.clipboard-action__popup .popup-button:not([aria-label])',
    attributes: (button, t) => named([t('controlCopy'), fieldOf(button)].filter(Boolean).join(': ')),
  },
  {
    selector: '.array-actions .popup-button:not([aria-label])',
    attributes: (_, t) => named(t('controlRow')),
  },
  { selector: '.collapsible__drag:not([aria-label])', attributes: (_, t) => named(t('controlDrag')) },
  {
    selector: '.date-time-picker__clear-button:not([aria-label])',
    attributes: (button, t) => named([t('controlClear'), fieldOf(button)].filter(Boolean).join(': ')),
  },
  // Hidden from screen readers but focusable; the field itself has the same key bindings.
  {
    selector: ':is(.dropdown-indicator, .clear-indicator)[aria-hidden=true]:not([tabindex="-1"])',
    attributes: () => ({ tabindex: '-1' }),
  },
  {
    selector: ':is(.array-field, .blocks-field, .no-results) h3:not([aria-level])',
    attributes: () => ({ 'aria-level': '2' }),
  },
  { selector: 'nav.nav__wrap:not([aria-label])', attributes: (_, t) => named(t('controlMenu')) },
  { selector: 'ul.doc-tabs__tabs:not([role])', attributes: () => ({ role: 'presentation' }) },
  {
    selector: '.doc-header:not([role])',
    attributes: (header) => ({ role: 'region', ...named(header.querySelector('h1')?.textContent ?? '') }),
  },
  { selector: 'header.list-header:not([role])', attributes: () => ({ role: 'presentation' }) },
  {
    selector: ':is(.collection-list, .unauthorized):not([role]):not(main *):not(:has(main))',
    attributes: () => ({ role: 'main' }),
  },
]

function nameControls(t: TranslateCms): void {
  for (const { selector, attributes } of RULES)
    for (const element of document.querySelectorAll(selector))
      for (const [attribute, value] of Object.entries(attributes(element, t)))
        if (value === null) element.removeAttribute(attribute)
        else element.setAttribute(attribute, value)
}

const RICH_TEXT = '[data-lexical-editor]'

/**
 * Adds the names, roles and levels that Payload's controls lack for screen readers, and hides empty comparisons of versions. A rule of the
 * former can go once axe passes without it. Typing in a rich text adds no controls.
 */
export function useControlNames(): void {
  const { t } = useCmsText()
  useEffect(() => {
    let cancel: (() => void) | null = null
    const scheduleNaming = () => {
      cancel ??= requestIdle(() => {
        cancel = null
        nameControls(t)
      })
    }
    scheduleNaming()
    const observer = new MutationObserver((changes) => {
      if (changes.some(({ target }) => !(target instanceof Element && target.closest(RICH_TEXT)))) scheduleNaming()
    })
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      cancel?.()
    }
  }, [t])
}
