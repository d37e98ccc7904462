'use client'

import { createContext, type ReactNode, useContext } from 'react'
import type { StaffMember } from '@/lib/contract/manager'

const Context = createContext<StaffMember | null>(null)

export function StaffProvider({ member, children }: { member: StaffMember; children: ReactNode }) {
  return <Context value={member}>{children}</Context>
}

/** The signed-in member of the staff. */
export function useStaff(): StaffMember {
  const member = useContext(Context)
  if (member === null) throw new Error('the office is rendered without a member of the staff')
  return member
}
