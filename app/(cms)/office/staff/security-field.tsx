'use client'

import { useAuth, useDocumentInfo } from '@payloadcms/ui'
import { OtherSecurity } from './other-security'
import { OwnSecurity } from './own-security'

/** In the form of a member of staff: the user's own sessions and second factor, or an administrator's control of another's. */
export function SecurityField() {
  const { id } = useDocumentInfo()
  const { user } = useAuth()
  if (id === undefined || !user) return null
  if (Number(id) === Number(user.id)) return <OwnSecurity />
  return user.role === 'admin' ? <OtherSecurity staffId={Number(id)} /> : null
}
