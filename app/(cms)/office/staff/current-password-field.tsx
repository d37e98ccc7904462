'use client'

import { useDocumentInfo, useField } from '@payloadcms/ui'
import { useStaffWords } from '@/app/(cms)/office/use-words'
import { TextField } from '@/components/ui/field'

/** The present password of whoever changes a password or an email; nothing of it is kept. */
export function CurrentPasswordField({ path }: { path: string }) {
  const { say } = useStaffWords()
  const { id: documentId } = useDocumentInfo()
  const { value, setValue, showError, errorMessage } = useField<string>({ path })
  // Somebody who is made anew has no password yet.
  if (documentId === undefined) return null
  return (
    <div className="office">
      <div className="mb-6 max-w-[420px]">
        <TextField
          label={say('currentPassword')}
          hint={say('currentPasswordHint')}
          error={showError && errorMessage}
          type="password"
          autoComplete="current-password"
          maxLength={200}
          value={value ?? ''}
          onChange={({ target }) => setValue(target.value)}
        />
      </div>
    </div>
  )
}
