'use client'

import { useEffect } from 'react'
import * as z from 'zod/mini'
import { useStaff } from '@/components/office/staff-context'
import { localStore } from '@/lib/browser/storage'

const MAX_PAGES = 7

const pages = z.array(z.object({ href: z.string().check(z.startsWith('/office/')), title: z.string() }))
type RecentPage = z.infer<typeof pages>[number]

const keyOf = (staffId: number) => `office-recent:${staffId}`

/** The records that the member opened in this browser, the latest first. */
export function recentPages(staffId: number): RecentPage[] {
  try {
    return pages.parse(JSON.parse(localStore.getItem(keyOf(staffId)) ?? '[]'))
  } catch {
    return []
  }
}

/** They name companies, so they do not outlive the session. */
export function forgetRecentPages(staffId: number): void {
  localStore.removeItem(keyOf(staffId))
}

/** Adds the record on this page to those recently opened; undefined on pages of no record. */
export function useRecentPage(title: string | undefined): void {
  const { id } = useStaff()
  useEffect(() => {
    if (title === undefined) return
    const href = window.location.pathname
    const others = recentPages(id).filter((page) => page.href !== href)
    localStore.setItem(keyOf(id), JSON.stringify([{ href, title }, ...others].slice(0, MAX_PAGES)))
  }, [id, title])
}
