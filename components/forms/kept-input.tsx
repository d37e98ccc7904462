'use client'

import { useEffect, useState } from 'react'
import { textsOf } from '@/components/forms/form-state'
import { Notice } from '@/components/ui/notice'
import { reloadOnce, thisPage } from '@/lib/browser/reload-once'
import { draftOf } from '@/lib/browser/storage'
import { useIsInBrowser } from '@/lib/browser/use-browser-value'
import * as z from 'zod'

const SECRET = /password|token|ticket|code/
const kept = draftOf('kept-input', (stored) => z.record(z.string(), z.string()).safeParse(stored).data ?? null)

/** A newer version of the portal does not know the action of this page: reloads it, and keeps what was typed except secrets. */
export function reloadKeeping(form: FormData, page = thisPage()): void {
  kept.save(Object.fromEntries(Object.entries(textsOf(form)).filter(([name]) => !SECRET.test(name))))
  if (!reloadOnce(page)) kept.save(null)
}

/** On the reloaded page: puts back what was typed, and says why the page was reloaded. */
export function KeptInput({ text }: { text: string }) {
  return useIsInBrowser() && <KeptInputNotice text={text} />
}

function KeptInputNotice({ text }: { text: string }) {
  const [values] = useState(() => kept.read())
  useEffect(() => {
    kept.save(null)
    for (const [name, value] of Object.entries(values ?? {})) typeInto(name, value)
  }, [values])
  return (
    values !== null && (
      <div className="pb-6">
        <Notice tone="wait" role="status">
          {text}
        </Notice>
      </div>
    )
  )
}

function typeInto(name: string, value: string): void {
  const field = document.querySelector(`form [name="${CSS.escape(name)}"]`)
  if (!(field instanceof HTMLInputElement) || field.type === 'hidden' || field.value !== '') return
  // React overrides the property on the element, and ignores an input event for a value set through it.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
