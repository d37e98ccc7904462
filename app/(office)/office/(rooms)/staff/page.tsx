import { roomMetadata } from '@/app/(office)/office/room-page'
import { StaffScreen } from '@/components/office/staff'

export const generateMetadata = roomMetadata('staff')

export default function Page() {
  return <StaffScreen />
}
