import { roomMetadata } from '@/app/(office)/office/room-page'
import { FulfilmentTotalsScreen } from '@/components/office/fulfilment-totals'

export const generateMetadata = roomMetadata('fulfilment')

export default function Page() {
  return <FulfilmentTotalsScreen />
}
