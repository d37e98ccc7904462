'use client'

import { useRouter } from 'next/navigation'
import { callStaffApi } from '@/components/office/access/staff-client'
import { useOfficeMutation } from '@/components/office/queries'
import { forgetRecentPages } from '@/components/office/recent'
import { useStaff } from '@/components/office/staff-context'
import { tabStore } from '@/lib/browser/storage'
import { type Locale, OFFICE_LANGUAGE_COOKIE } from '@/lib/config/constants'

/** What the account's menu and the palette offer. */
export function useOfficeActions() {
  const router = useRouter()
  const { id } = useStaff()
  const signOut = useOfficeMutation(
    async () => {
      await callStaffApi('/logout', {})
      // Drafts of answers and reasons are the member's.
      tabStore.clear()
      forgetRecentPages(id)
      window.location.assign('/office/login')
    },
    { toastFailure: true },
  )

  function chooseLanguage(language: Locale): void {
    document.cookie = `${OFFICE_LANGUAGE_COOKIE}=${language}; path=/; max-age=31536000; samesite=lax`
    router.refresh()
  }

  return { signOut, chooseLanguage }
}
