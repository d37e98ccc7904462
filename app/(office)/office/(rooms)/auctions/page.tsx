import { roomMetadata } from '@/app/(office)/office/room-page'
import { AuctionList } from '@/components/office/auctions'

export const generateMetadata = roomMetadata('auctions')

export default function Page() {
  return <AuctionList />
}
