'use client'

import {
  PublishButton,
  useAllFormFields,
  useDebounce,
  useDocumentInfo,
  useFormBackgroundProcessing,
  useTranslation,
} from '@payloadcms/ui'
import { getAutosaveInterval } from 'payload/shared'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { requestIdle } from '@/lib/browser/when-idle'

/**
 * Payload's button, with four faults mended. It calls everything “changes”, also where nothing has been published. The form hears of
 * what is written into a rich text up to half a second later, when the browser is idle: a press that comes sooner published without it,
 * or was refused for a required text that stood there. The button is disabled while a draft saves itself, so that a press just then was
 * lost. And a draft that was about to save itself did so while the page was being published, and made a draft of it again. Here a press
 * waits until the words rest and their draft is saved. A disabled button lets the pointer through (custom.css), so that such a press is
 * a click on what holds it.
 */
export function PublishAfterDraft() {
  const [fields] = useAllFormFields()
  const { docConfig, hasPublishedDoc } = useDocumentInfo()
  const { t } = useTranslation()
  // Counted as Payload counts until the draft saves itself.
  const resting = useDebounce(fields, docConfig ? getAutosaveInterval(docConfig) : 0) === fields
  const saving = useFormBackgroundProcessing()
  const holder = useRef<HTMLDivElement>(null)
  const [isPressed, setPressed] = useState(false)
  const isCarriedOut = useRef(false)

  useEffect(() => {
    if (!isPressed || !resting || saving) return
    // The first turn comes after what the rich texts have queued, the second after the form has taken it up.
    let cancel = requestIdle(() => {
      cancel = requestIdle(() => {
        setPressed(false)
        isCarriedOut.current = true
        buttonIn(holder.current)?.click()
        isCarriedOut.current = false
      })
    })
    return () => cancel()
  }, [isPressed, resting, saving])

  function press(event: MouseEvent): void {
    if (isCarriedOut.current || !isOn(buttonIn(holder.current), event)) return
    event.stopPropagation()
    setPressed(true)
  }

  return (
    // The button itself has the role and the keys.
    <div className="publish-after-draft" aria-busy={isPressed} ref={holder} onClickCapture={press}>
      <PublishButton label={t(hasPublishedDoc ? 'version:publishChanges' : 'version:publish')} />
    </div>
  )
}

function buttonIn(holder: HTMLElement | null): HTMLButtonElement | null {
  return holder?.querySelector<HTMLButtonElement>('#action-save') ?? null
}

function isOn(button: HTMLButtonElement | null, { clientX, clientY, target }: MouseEvent): boolean {
  if (button === null) return false
  if (button.contains(target as Node)) return true
  const { left, right, top, bottom } = button.getBoundingClientRect()
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
}
