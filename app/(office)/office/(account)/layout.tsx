import type { ReactNode } from 'react'
import { OfficeFrame } from '@/app/(office)/office/office-frame'
import { readStaff } from '@/app/(office)/office-session'

/** For every member of the staff, editors too. */
export default async function AccountLayout({ children }: { children: ReactNode }) {
  return <OfficeFrame member={await readStaff()}>{children}</OfficeFrame>
}
