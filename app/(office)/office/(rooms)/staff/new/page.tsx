import { roomMetadata } from '@/app/(office)/office/room-page'
import { NewMemberPage } from '@/components/office/staff'

export const generateMetadata = roomMetadata('staff')

export default function Page() {
  return <NewMemberPage />
}
