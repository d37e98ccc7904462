import { recordIn, type RecordPageProps, roomMetadata } from '@/app/(office)/office/room-page'
import { OrderPage } from '@/components/office/orders'

export const generateMetadata = roomMetadata('orders')

export default async function Page({ params }: RecordPageProps) {
  const id = await recordIn(params)
  return <OrderPage key={id} id={id} />
}
