import { roomMetadata } from '@/app/(office)/office/room-page'
import { DepositsBoard } from '@/components/office/deposits'

export const generateMetadata = roomMetadata('deposits')

export default function Page() {
  return <DepositsBoard />
}
