import { recordIn, type RecordPageProps, roomMetadata } from '@/app/(office)/office/room-page'
import { FulfilmentPage } from '@/components/office/fulfilment'

export const generateMetadata = roomMetadata('fulfilment')

export default async function Page({ params }: RecordPageProps) {
  const id = await recordIn(params)
  return <FulfilmentPage key={id} id={id} />
}
