import { roomMetadata } from '@/app/(office)/office/room-page'
import { AuctionsScreen } from '@/components/office/auctions'

export const generateMetadata = roomMetadata('auctions')

export default function Page() {
  return <AuctionsScreen />
}
