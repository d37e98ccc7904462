'use client'

import { AccountNotices } from '@/components/cabinet/account-notices'
import { AccountSteps } from './account-notices'
import { useUser } from '@/components/session/session-user'
import type { CompanyDocument } from '@/lib/contract/documents'

/** The way of a company that no manager has confirmed yet; else what stands between the account and bidding. */
export function AccountWay({ documents }: { documents: readonly CompanyDocument[] }) {
  const user = useUser()
  return user?.status === 'awaiting_confirmation' ? (
    <AccountSteps user={user} documents={documents} />
  ) : (
    <AccountNotices />
  )
}
