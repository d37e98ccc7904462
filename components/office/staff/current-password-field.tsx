'use client'

import { FieldDescription, PasswordField } from '@payloadcms/ui'
import { useOfficeText } from '@/components/office/office-text'

/** Checked by the server, which asks for it where it is needed. */
const acceptAny = () => true as const

/** The current password of the user who adds a member of staff or changes a password, an email or a role. It is never stored. */
export function CurrentPasswordField({ path }: { path: string }) {
  const { t } = useOfficeText('portal')
  return (
    <div className="field-type">
      <PasswordField
        path={path}
        field={{ name: path, label: t('ownPassword') }}
        autoComplete="current-password"
        validate={acceptAny}
      />
      <FieldDescription description={t('ownPasswordHint')} path={path} />
    </div>
  )
}
