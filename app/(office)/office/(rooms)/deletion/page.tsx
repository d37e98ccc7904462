import { roomMetadata } from '@/app/(office)/office/room-page'
import { DeletionList } from '@/components/office/deletion'

export const generateMetadata = roomMetadata('deletion')

export default function Page() {
  return <DeletionList />
}
