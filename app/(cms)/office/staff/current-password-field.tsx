'use client'

import { FieldDescription, PasswordField } from '@payloadcms/ui'
import { useOfficeText } from '@/app/(cms)/office/office-text'

/** The server compares it, and asks for it where it is needed. */
const takeAny = () => true as const

/** The present password of whoever adds a member of the staff, or changes a password, an email or a role; nothing of it is kept. */
export function CurrentPasswordField({ path }: { path: string }) {
  const { t } = useOfficeText('portal')
  return (
    <div className="field-type">
      <PasswordField
        path={path}
        field={{ name: path, label: t('ownPassword') }}
        autoComplete="current-password"
        validate={takeAny}
      />
      <FieldDescription description={t('ownPasswordHint')} path={path} />
    </div>
  )
}
