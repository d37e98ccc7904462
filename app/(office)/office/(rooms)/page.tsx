import { redirect } from 'next/navigation'
import { readStaff } from '@/app/(office)/office-session'
import { roomMetadata } from '@/app/(office)/office/room-page'
import { Dashboard } from '@/components/office/dashboard'
import { roomPath, roomsFor } from '@/components/office/rooms'

export const generateMetadata = roomMetadata('dashboard')

/** Who is no manager begins with the first room of the menu. */
export default async function Page() {
  const { role } = await readStaff()
  const [first] = roomsFor(role).flatMap(({ rooms }) => rooms)
  if (first !== undefined && first.name !== 'dashboard') redirect(roomPath(first.name))
  return <Dashboard />
}
