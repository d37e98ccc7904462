import { roomMetadata } from '@/app/(office)/office/room-page'
import { DepositsScreen } from '@/components/office/deposits'

export const generateMetadata = roomMetadata('deposits')

export default function Page() {
  return <DepositsScreen />
}
