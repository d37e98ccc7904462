'use client'

import { useDocumentInfo, useField } from '@payloadcms/ui'
import { useId } from 'react'
import { useStaffWords } from '@/app/(cms)/office/use-words'

/** The present password of whoever changes a password or an email; nothing of it is kept. */
export function CurrentPasswordField({ path }: { path: string }) {
  const { say } = useStaffWords()
  const { id: documentId } = useDocumentInfo()
  const { value, setValue, showError, errorMessage } = useField<string>({ path })
  const id = useId()
  // Somebody who is made anew has no password yet.
  if (documentId === undefined) return null
  return (
    <div className="office office-field staff-current-password">
      <label htmlFor={id}>{say('currentPassword')}</label>
      <input
        id={id}
        type="password"
        className="staff-input"
        autoComplete="current-password"
        maxLength={200}
        value={value ?? ''}
        onChange={({ target }) => setValue(target.value)}
        aria-invalid={showError}
        aria-describedby={`${id}-hint`}
      />
      <p id={`${id}-hint`} className={showError ? 'office-field-fault' : 'office-soft'}>
        {showError ? errorMessage : say('currentPasswordHint')}
      </p>
    </div>
  )
}
