import { roomMetadata } from '@/app/(office)/office/room-page'
import { DeletionScreen } from '@/components/office/deletion'

export const generateMetadata = roomMetadata('deletion')

export default function Page() {
  return <DeletionScreen />
}
