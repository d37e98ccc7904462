import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { readStaff } from '@/app/(office)/office-session'

/** For administrators. Payload refuses the changes of others too. */
export default async function StaffLayout({ children }: { children: ReactNode }) {
  if ((await readStaff()).role !== 'admin') notFound()
  return children
}
