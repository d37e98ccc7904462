import { redirect } from 'next/navigation'
import type { ReactNode } from 'react'
import { OfficeFrame } from '@/app/(office)/office/office-frame'
import { readStaff } from '@/app/(office)/office-session'

/** For managers and administrators; the editors' pages are Payload's. The API checks the session at every call. */
export default async function RoomsLayout({ children }: { children: ReactNode }) {
  const member = await readStaff()
  if (member.role === 'editor') redirect('/admin')
  return <OfficeFrame member={member}>{children}</OfficeFrame>
}
