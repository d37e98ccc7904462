import { recordIn, type RecordPageProps, roomMetadata } from '@/app/(office)/office/room-page'
import { LotWizard } from '@/components/office/lots/lot-wizard'

export const generateMetadata = roomMetadata('auctions')

export default async function Page({ params }: RecordPageProps) {
  const id = await recordIn(params)
  return <LotWizard key={id} id={id} />
}
