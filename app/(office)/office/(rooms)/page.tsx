import { roomMetadata } from '@/app/(office)/office/room-page'
import { Dashboard } from '@/components/office/dashboard'

export const generateMetadata = roomMetadata('dashboard')

export default function Page() {
  return <Dashboard />
}
