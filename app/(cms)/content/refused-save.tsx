'use client'

import { useAllFormFields, useForm, useFormProcessing, useFormSubmitted } from '@payloadcms/ui'
import type { FormField } from 'payload'
import { useEffect, useRef } from 'react'

/**
 * Payload takes a form whose save was refused for kept: its button goes grey, and leaving the page asks nothing and loses what was typed.
 * And what the form asked of the server while something was typed takes the fault off its field where it is answered after the refusal.
 * Here the form stays changed, and a fault that goes in this way is put back once, upon which the form asks again.
 */
export function RefusedSaveStays() {
  const { setModified } = useForm()
  const [fields, dispatchFields] = useAllFormFields()
  const submitted = useFormSubmitted()
  const processing = useFormProcessing()
  const isRefused = submitted && !processing
  /** By path; null where the fault was put back already. */
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
        if (field.valid === false) faults.current.set(path, field)
      } else if (fault !== null && field.valid !== false && field.value === fault.value) {
        faults.current.set(path, null)
        dispatchFields({ type: 'UPDATE', path, valid: false, errorMessage: fault.errorMessage })
      }
    }
  }, [isRefused, fields, dispatchFields])

  return null
}
