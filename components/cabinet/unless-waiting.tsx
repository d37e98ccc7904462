'use client'

import type { ReactNode } from 'react'
import { useUser } from '@/components/session/session-user'

/** Leaves its children out while the account waits for its confirmation, whose steps say what to do. */
export function UnlessWaiting({ children }: { children: ReactNode }) {
  return useUser()?.status === 'awaiting_confirmation' ? null : children
}
