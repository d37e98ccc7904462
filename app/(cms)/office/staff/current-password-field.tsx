'use client'

import { useField } from '@payloadcms/ui'
import { useStaffWords } from '@/app/(cms)/office/use-words'
import { TextField } from '@/components/ui/field'

/** The present password of whoever adds a member of the staff, or changes a password, an email or a role; nothing of it is kept. */
export function CurrentPasswordField({ path }: { path: string }) {
  const { say } = useStaffWords()
  const { value, setValue, showError, errorMessage } = useField<string>({ path })
  return (
    <div className="office">
      <div className="mb-6 max-w-[420px]">
        <TextField
          label={say('ownPassword')}
          hint={say('ownPasswordHint')}
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
