'use client'

import { type ReactNode, useEffect } from 'react'
import { type Translate, useOfficeText } from '@/app/(cms)/office/office-text'

/** By name; null takes one away. */
type Attributes = Record<string, string | null>

interface Rule {
  /** Leaves out what has been named already. */
  selector: string
  attributes(element: Element, t: Translate): Attributes
}

const named = (name: string): Attributes => ({ 'aria-label': name })

/** The label of the field that a control belongs to, without the star of a required one. */
function fieldOf(element: Element): string | undefined {
  const label = element.closest('.field-type, .array-field, .blocks-field')?.querySelector('.field-label')
  return label?.textContent.replace('*', '').trim()
}

const RULES: readonly Rule[] = [
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
    attributes: (control, t) => named(fieldOf(control) ?? t('controlChoice')),
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
  // Hidden from screen readers, and still a stop of the keyboard that says nothing: the field itself opens and empties by keys.
  {
    selector: ':is(.dropdown-indicator, .clear-indicator)[aria-hidden=true]:not([tabindex="-1"])',
    attributes: () => ({ tabindex: '-1' }),
  },
  {
    selector: ':is(.array-field, .blocks-field, .no-results) h3:not([aria-level])',
    attributes: () => ({ 'aria-level': '2' }),
  },
  { selector: 'ul.doc-tabs__tabs:not([role])', attributes: () => ({ role: 'presentation' }) },
  {
    selector: '.doc-header:not([role])',
    attributes: (header) => ({ role: 'region', ...named(header.querySelector('h1')?.textContent ?? '') }),
  },
  { selector: 'header.list-header:not([role])', attributes: () => ({ role: 'presentation' }) },
  {
    selector: ':is(.collection-list, .dashboard, .unauthorized):not([role]):not(main *):not(:has(main))',
    attributes: () => ({ role: 'main' }),
  },
]

function nameControls(t: Translate): void {
  for (const { selector, attributes } of RULES)
    for (const element of document.querySelectorAll(selector))
      for (const [attribute, value] of Object.entries(attributes(element, t)))
        if (value === null) element.removeAttribute(attribute)
        else element.setAttribute(attribute, value)
}

/** Around the whole back office: gives Payload's own controls the names and places that screen readers miss in them. */
export function ControlNames({ children }: { children: ReactNode }) {
  const { t } = useOfficeText()
  useEffect(() => {
    let frame = 0
    const soon = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0
        nameControls(t)
      })
    }
    soon()
    const observer = new MutationObserver(soon)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [t])
  return children
}
