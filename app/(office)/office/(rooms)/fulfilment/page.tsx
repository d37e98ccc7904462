import { roomMetadata } from '@/app/(office)/office/room-page'
import { FulfilmentScreen } from '@/components/office/fulfilment'

export const generateMetadata = roomMetadata('fulfilment')

export default function Page() {
  return <FulfilmentScreen />
}
