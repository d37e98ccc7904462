import { recordIn, type RecordPageProps, roomMetadata } from '@/app/(office)/office/room-page'
import { AuctionConsole } from '@/components/office/console/auction-console'

export const generateMetadata = roomMetadata('auctions')

export default async function Page({ params }: RecordPageProps) {
  const id = await recordIn(params)
  return <AuctionConsole key={id} auctionId={id} />
}
